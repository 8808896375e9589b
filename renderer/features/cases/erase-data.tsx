import {
  Alert,
  Button,
  Checkbox,
  Group,
  List,
  MultiSelect,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { CaseView } from '#contract/case.ts';
import type { ErasureRequest, ErasureResult } from '#contract/erasure.ts';
import { formatBytes, formatCount } from '#contract/format.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { dateTime } from '#renderer/lib/format.ts';
import { keys } from '#renderer/lib/keys.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { notifyDone } from '#renderer/ui/notify.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import type { CaseDialogProps } from './case-dialog.ts';

interface Values {
  readonly notes: boolean;
  readonly contacts: boolean;
  readonly attachments: string[];
  readonly excerpts: boolean;
  readonly olderThanDays: number | '';
  /** Numbers of entries, as typed. */
  readonly entries: string;
  readonly reason: string;
}

const blank: Values = {
  notes: false,
  contacts: false,
  attachments: [],
  excerpts: false,
  olderThanDays: 90,
  entries: '',
  reason: '',
};

const dayMs = 86_400_000;

const requestOf = (values: Values): ErasureRequest => {
  const entries = values.entries.split(/[\s,]+/).filter((one) => one !== '');
  return {
    ...(entries.length === 0 ? {} : { entries: entries.map(Number) }),
    ...(values.notes ? { notes: true } : {}),
    ...(values.contacts ? { contacts: true } : {}),
    ...(values.attachments.length === 0 ? {} : { attachments: values.attachments }),
    ...(values.excerpts
      ? { excerptsBefore: new Date(Date.now() - Number(values.olderThanDays) * dayMs).toISOString() }
      : {}),
    ...(values.reason.trim() === '' ? {} : { reason: values.reason.trim() }),
  };
};

/** Previews what is erased; exactly that is confirmed. */
export const EraseForm = ({ found, onClose }: CaseDialogProps) => {
  const path = `/api/cases/${found.id}/erasures`;
  const preview = useApiMutation(async (values: Values) => {
    const request = requestOf(values);
    return { request, plan: await api.post<ErasureResult>(path, { ...request, dryRun: true }) };
  });
  const erase = useApiMutation((request: ErasureRequest) => api.post<ErasureResult>(path, request), {
    rereads: [keys.cases.of(found.id)],
    onSuccess: () => {
      onClose();
      notifyDone('Data erased. The audit chain can still be verified.');
    },
  });
  const form = useDraftForm({ initialValues: blank, error: preview.error });
  const previewed = preview.variables === form.values ? preview.data : undefined;
  const nothing = previewed && isEmpty(previewed.plan) ? 'Nothing of the case matches.' : undefined;
  const missing = previewed === undefined ? 'Preview the erasure first.' : nothing;
  return (
    <form onSubmit={form.onSubmit((values) => preview.mutate(values))}>
      <Stack>
        <Choices found={found} form={form} />
        {preview.error && (
          <ErrorNotice title="Preview failed" error={preview.error} shownAt={Object.keys(blank)} />
        )}
        {previewed && <Plan plan={previewed.plan} />}
        {erase.error && <ErrorNotice title="Data not erased" error={erase.error} />}
        <Group justify="flex-end" gap="xs">
          <Text size="sm" c="dimmed" mr="auto">
            {missing}
          </Text>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" variant="default" loading={preview.isPending}>
            Preview erasure
          </ActionButton>
          <Blockable blocked={missing}>
            <ActionButton
              color="red"
              loading={erase.isPending}
              onClick={() => previewed && erase.mutate(previewed.request)}
            >
              Erase data
            </ActionButton>
          </Blockable>
        </Group>
      </Stack>
    </form>
  );
};

const Choices = ({ found, form }: { readonly found: CaseView; readonly form: DraftForm<Values> }) => (
  <>
    <Checkbox label="All notes" {...form.getInputProps('notes', { type: 'checkbox' })} />
    <Checkbox label="All contacts" {...form.getInputProps('contacts', { type: 'checkbox' })} />
    <Checkbox
      label="Source excerpts of findings"
      description="Keeps file and line"
      {...form.getInputProps('excerpts', { type: 'checkbox' })}
    />
    {form.values.excerpts && (
      <NumberInput
        label="Older than (days)"
        min={0}
        max={99_999}
        allowDecimal={false}
        {...form.getInputProps('olderThanDays')}
      />
    )}
    <MultiSelect
      label="Attachments"
      data={found.attachments
        .filter(({ erased }) => !erased)
        .map(({ id, name }) => ({ value: id, label: name }))}
      {...form.getInputProps('attachments')}
    />
    <TextInput
      label="Timeline entries"
      description="Entry numbers, such as 3, 5"
      {...form.getInputProps('entries')}
    />
    <TextInput
      label="Reason"
      description="Stays on record: do not repeat erased data"
      required
      maxLength={4000}
      {...form.getInputProps('reason')}
    />
  </>
);

const isEmpty = ({ entries, attachments }: ErasureResult): boolean =>
  entries.length + attachments.length === 0;

const Plan = ({ plan }: { plan: ErasureResult }) =>
  isEmpty(plan) ? (
    <Alert role="status">Nothing to erase.</Alert>
  ) : (
    <Alert role="status" color="yellow" title="This can't be undone">
      <List>
        {plan.entries.map(({ seq, kind, texts, why }) => (
          <List.Item key={seq}>
            Entry {seq} ({kind}): {formatCount(texts, 'text')}
            {why === 'copy' && ' (copies of erased data)'}
          </List.Item>
        ))}
        {plan.attachments.map(({ id, name, size }) => (
          <List.Item key={id}>
            Attachment {name}, {formatBytes(size)}
          </List.Item>
        ))}
      </List>
      {plan.mentions.length > 0 && (
        <Text>Not erased, but mention some of it: entries {plan.mentions.join(', ')}.</Text>
      )}
      <Text>
        Actors and times stay on record. Colleagues keep their copies until they import this case again.
      </Text>
      {plan.backups.length > 0 && (
        <Text>
          {formatCount(plan.backups.length, 'earlier backup still contains', 'earlier backups still contain')}{' '}
          it: {plan.backups.map(({ name, goes }) => `${name} (deleted by ${dateTime(goes)})`).join(', ')}.
        </Text>
      )}
    </Alert>
  );
