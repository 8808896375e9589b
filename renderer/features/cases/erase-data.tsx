import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  Modal,
  MultiSelect,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CaseView } from '#contract/case.ts';
import type { ErasureRequest, ErasureResult } from '#contract/erasure.ts';
import { formatBytes, formatCount } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { keys } from '#renderer/lib/keys.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';

interface EraseDataProps {
  readonly found: CaseView;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Lists first what goes; that very thing is confirmed. */
export const EraseData = ({ found, opened, onClose }: EraseDataProps) => (
  <Modal opened={opened} onClose={onClose} title="Erase personal data" size="lg">
    {opened && <EraseForm found={found} onClose={onClose} />}
  </Modal>
);

interface Chosen {
  readonly notes: boolean;
  readonly contacts: boolean;
  readonly attachments: readonly string[];
  readonly excerpts: boolean;
  readonly olderThanDays: number;
  /** Numbers of entries, as they were typed. */
  readonly entries: string;
  readonly reason: string;
}

const nothing: Chosen = {
  notes: false,
  contacts: false,
  attachments: [],
  excerpts: false,
  olderThanDays: 90,
  entries: '',
  reason: '',
};

const dayMs = 86_400_000;

const requestOf = (chosen: Chosen): ErasureRequest => {
  const entries = chosen.entries.split(/[\s,]+/).filter((one) => one !== '');
  return {
    ...(entries.length === 0 ? {} : { entries: entries.map(Number) }),
    ...(chosen.notes ? { notes: true } : {}),
    ...(chosen.contacts ? { contacts: true } : {}),
    ...(chosen.attachments.length === 0 ? {} : { attachments: [...chosen.attachments] }),
    ...(chosen.excerpts
      ? { excerptsBefore: new Date(Date.now() - chosen.olderThanDays * dayMs).toISOString() }
      : {}),
    ...(chosen.reason.trim() === '' ? {} : { reason: chosen.reason.trim() }),
  };
};

const EraseForm = ({ found, onClose }: Omit<EraseDataProps, 'opened'>) => {
  const [chosen, setChosen] = useState(nothing);
  const client = useQueryClient();
  const path = `/api/cases/${found.id}/erasures`;
  const list = useMutation({
    mutationFn: (request: ErasureRequest) =>
      api.post<ErasureResult>(path, { ...request, dryRun: true }).then((plan) => ({ plan, request })),
  });
  const erase = useMutation({
    mutationFn: (request: ErasureRequest) => api.post<ErasureResult>(path, request),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keys.cases.of(found.id) });
      onClose();
      notifyDone('The data is erased. The audit chain stays whole.');
    },
  });
  const change = (more: Partial<Chosen>): void => {
    setChosen({ ...chosen, ...more });
    list.reset();
  };
  const listed = list.data;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        list.mutate(requestOf(chosen));
      }}
    >
      <Stack>
        <Choices found={found} chosen={chosen} change={change} />
        {list.error && <ErrorNotice title="Nothing was listed" error={list.error} />}
        {listed && <Plan plan={listed.plan} />}
        {erase.error && <ErrorNotice title="Nothing was erased" error={erase.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="default"
            loading={list.isPending}
            disabled={chosen.reason.trim() === ''}
          >
            List what goes
          </Button>
          <Button
            color="red"
            loading={erase.isPending}
            disabled={listed === undefined || isEmpty(listed.plan)}
            onClick={() => listed && erase.mutate(listed.request)}
          >
            Erase
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

interface ChoicesProps {
  readonly found: CaseView;
  readonly chosen: Chosen;
  readonly change: (more: Partial<Chosen>) => void;
}

const Choices = ({ found, chosen, change }: ChoicesProps) => (
  <>
    <Checkbox
      label="All notes"
      checked={chosen.notes}
      onChange={(event) => change({ notes: event.currentTarget.checked })}
    />
    <Checkbox
      label="All contacts"
      checked={chosen.contacts}
      onChange={(event) => change({ contacts: event.currentTarget.checked })}
    />
    <Checkbox
      label="Source excerpts of findings"
      description="File and line stay."
      checked={chosen.excerpts}
      onChange={(event) => change({ excerpts: event.currentTarget.checked })}
    />
    {chosen.excerpts && (
      <NumberInput
        label="Older than, days"
        min={0}
        max={99_999}
        allowDecimal={false}
        value={chosen.olderThanDays}
        onChange={(value) => change({ olderThanDays: Number(value) || 0 })}
      />
    )}
    <MultiSelect
      label="Attachments"
      data={found.attachments
        .filter(({ erased }) => !erased)
        .map(({ id, name }) => ({ value: id, label: name }))}
      value={[...chosen.attachments]}
      onChange={(attachments) => change({ attachments })}
    />
    <TextInput
      label="Entries of the timeline"
      description="Their numbers, such as 3, 5"
      value={chosen.entries}
      onChange={(event) => change({ entries: event.currentTarget.value })}
    />
    <TextInput
      label="Reason"
      description="Goes on record: do not repeat here what is erased."
      required
      maxLength={4000}
      value={chosen.reason}
      onChange={(event) => change({ reason: event.currentTarget.value })}
    />
  </>
);

const isEmpty = ({ entries, attachments }: ErasureResult): boolean =>
  entries.length + attachments.length === 0;

const Plan = ({ plan }: { plan: ErasureResult }) =>
  isEmpty(plan) ? (
    <Alert role="status">There is nothing of it to erase.</Alert>
  ) : (
    <Alert role="status" color="yellow" title="This can't be undone">
      <List>
        {plan.entries.map(({ seq, kind, texts, why }) => (
          <List.Item key={seq}>
            Entry {seq} ({kind}): {formatCount(texts, 'text')}
            {why === 'copy' && ', which repeat what is erased'}
          </List.Item>
        ))}
        {plan.attachments.map(({ id, name, size }) => (
          <List.Item key={id}>
            Attachment {name}, {formatBytes(size)}
          </List.Item>
        ))}
      </List>
      {plan.mentions.length > 0 && (
        <Text>Left as they are, although they hold some of it: entries {plan.mentions.join(', ')}.</Text>
      )}
      <Text>
        Who acted, and when, stays on record. Colleagues keep their copies until they import it again.
      </Text>
      {plan.backups.length > 0 && (
        <Text>
          {formatCount(plan.backups.length, 'backup')} made before still{' '}
          {plan.backups.length === 1 ? 'holds' : 'hold'} it:{' '}
          {plan.backups
            .map(({ name, goes }) => `${name} (removed by ${dateTime(goes)} at the latest)`)
            .join(', ')}
          .
        </Text>
      )}
    </Alert>
  );
