import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { EditConflict } from '#contract/edit-conflict.ts';
import { formatList } from '#contract/format.ts';
import type { RunbookView, WindowRequest, WindowVoids } from '#contract/runbook.ts';
import { ownZone } from '#contract/zones.ts';
import { api } from '#renderer/lib/api.ts';
import { type DraftForm, useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { conflictIn } from '#renderer/lib/use-edit-form.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { ConfirmModal, type ConfirmModalProps } from '#renderer/ui/confirm-modal.tsx';
import { DayInput } from '#renderer/ui/date-input.tsx';
import { EditConflictChoice } from '#renderer/ui/edit-conflict.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { ActionButton } from '#renderer/ui/small-button.tsx';
import { ZoneSelect } from '#renderer/ui/zone-select.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

interface WindowFormProps {
  readonly view: RunbookView;
  readonly blocked: string | undefined;
  readonly onDone: () => void;
  readonly onCancel?: (() => void) | undefined;
}

interface Moment {
  readonly day: string | null;
  /** `22:00` */
  readonly time: string;
}

interface Values {
  /** Of the case, when the form was opened: a window that was proposed since is not replaced unseen. */
  readonly revision: number;
  readonly start: Moment;
  readonly end: Moment;
  readonly zone: string;
  readonly otherZone: string | null;
}

/** A migration window by the clock of a zone. */
export const WindowForm = ({ view, blocked, onDone, onCancel }: WindowFormProps) => {
  const { caseId, revision, window } = view;
  const voids = window?.voids;
  const [asking, setAsking] = useState(false);
  const [conflict, setConflict] = useState<EditConflict>();
  const proposing = useRunbookChange(
    (request: WindowRequest) => api.put<RunbookView>(`${runbookPath(caseId)}/window`, request),
    () => ({ message: 'Migration window proposed; both parties must agree.' }),
  );
  const form = useDraftForm<Values>({
    draft: `case:${caseId}:window`,
    initialValues: { revision, ...initialValues(window) },
    error: proposing.error,
  });
  const propose = (confirm?: string): void =>
    proposing.mutate(
      { ...requestOf(form.values), revision: form.values.revision, confirm },
      {
        onSuccess: () => {
          form.forget();
          onDone();
        },
        onError: (error) => setConflict(conflictIn(error)),
        onSettled: () => setAsking(false),
      },
    );
  if (conflict !== undefined)
    return (
      <EditConflictChoice
        conflict={conflict}
        noun="migration window"
        labels={{}}
        onSettle={() => {
          form.setValues({ revision: conflict.revision ?? revision });
          setConflict(undefined);
          proposing.reset();
        }}
      />
    );
  const missing = isComplete(form.values) ? undefined : 'Choose start and end first.';
  return (
    <form
      noValidate
      // Enter in a field proposes nothing: a new window voids agreements.
      onSubmit={(event) => event.preventDefault()}
    >
      <Stack>
        <Fields form={form} />
        {proposing.error && <ErrorNotice title="Migration window not proposed" error={proposing.error} />}
        <Group justify="flex-end">
          <Text c="dimmed">{missing}</Text>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Keep current window
            </Button>
          )}
          <Blockable blocked={blocked ?? missing}>
            <ActionButton
              loading={proposing.isPending}
              onClick={() => (voids === undefined ? propose() : setAsking(true))}
            >
              {voids === undefined ? 'Propose window' : 'Propose new window…'}
            </ActionButton>
          </Blockable>
        </Group>
      </Stack>
      {voids && (
        <ReplaceModal
          voids={voids}
          opened={asking}
          onClose={() => setAsking(false)}
          doing={proposing}
          onConfirm={() => propose(voids.confirm)}
        />
      )}
    </form>
  );
};

type ReplaceModalProps = Pick<ConfirmModalProps, 'opened' | 'onClose' | 'doing' | 'onConfirm'> & {
  readonly voids: WindowVoids;
};

const ReplaceModal = ({ voids, ...modal }: ReplaceModalProps) => (
  <ConfirmModal
    {...modal}
    title="Replace agreed window?"
    text={<Lines lines={consequencesOf(voids)} />}
    action="Replace window"
    cancel="Keep current window"
    isDangerous
  />
);

const initialValues = (window: RunbookView['window']): Omit<Values, 'revision'> => ({
  start: { day: null, time: '22:00' },
  end: { day: null, time: '06:00' },
  zone: window?.zone ?? ownZone(),
  otherZone: window?.otherZone ?? null,
});

const isComplete = ({ start, end }: Values): boolean =>
  [start, end].every(({ day, time }) => day !== null && time !== '');

const requestOf = ({ zone, otherZone, start, end }: Values) => ({
  zone,
  otherZone: otherZone ?? undefined,
  start: localTime(start),
  end: localTime(end),
});

const localTime = ({ day, time }: Moment): string => `${day}T${time.slice(0, 5)}`;

const Fields = ({ form }: { readonly form: DraftForm<Values> }) => {
  const today = dayjs().format('YYYY-MM-DD');
  const { start, end } = form.values;
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      <MomentFields
        form={form}
        name="start"
        label="Start"
        earliest={today}
        onDay={(day) =>
          form.setValues({ start: { ...start, day }, end: { ...end, day: end.day ?? nextDay(day) } })
        }
      />
      <MomentFields
        form={form}
        name="end"
        label="End"
        earliest={start.day ?? today}
        onDay={(day) => form.setValues({ end: { ...end, day } })}
      />
      <ZoneSelect
        label="Time zone"
        {...form.getInputProps('zone')}
        onChange={(zone) => form.setValues({ zone: zone ?? ownZone() })}
      />
      <ZoneSelect label="Other party's time zone" clearable {...form.getInputProps('otherZone')} />
    </SimpleGrid>
  );
};

interface MomentFieldsProps {
  readonly form: DraftForm<Values>;
  readonly name: 'start' | 'end';
  readonly label: string;
  readonly earliest: string;
  readonly onDay: (day: string | null) => void;
}

const MomentFields = ({ form, name, label, earliest, onDay }: MomentFieldsProps) => (
  <Group align="flex-start" wrap="nowrap" gap="xs">
    <DayInput
      label={`${label} date`}
      placeholder="YYYY-MM-DD"
      minDate={earliest}
      flex={1}
      {...form.getInputProps(`${name}.day`)}
      error={form.errors[name]}
      onChange={onDay}
    />
    <TimePicker
      label={`${label} time`}
      w={120}
      hoursInputLabel={`${label} hours`}
      minutesInputLabel={`${label} minutes`}
      {...form.getInputProps(`${name}.time`)}
    />
  </Group>
);

const nextDay = (day: string | null): string | null =>
  day === null ? null : dayjs(day).add(1, 'day').format('YYYY-MM-DD');

/** Consequences of a new window. */
const consequencesOf = ({ agreements, steps, runs }: WindowVoids): string[] => [
  `Void: agreement of ${formatList(agreements)}`,
  ...steps.map((title) => `Reopened: ${title}`),
  ...runs.map((run) => `Paused before the next company: ${run}`),
];
