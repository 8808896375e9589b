import { Button, Group, List, SimpleGrid, Stack } from '@mantine/core';
import { TimePicker } from '@mantine/dates';
import dayjs from 'dayjs';
import { useState } from 'react';
import type { RunbookView, WindowRequest, WindowVoids } from '#contract/runbook.ts';
import { ApiError, api } from '#renderer/lib/api.ts';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ConfirmModal } from '#renderer/ui/confirm-modal.tsx';
import { DayInput } from '#renderer/ui/date-input.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';
import { ownZone, ZoneSelect } from './zone-select.tsx';

interface WindowFormProps {
  readonly view: RunbookView;
  readonly blocked: boolean;
  readonly onDone: () => void;
  readonly onCancel?: () => void;
}

interface Draft {
  readonly startDay: string | null;
  readonly startTime: string;
  readonly endDay: string | null;
  readonly endTime: string;
  readonly zone: string;
  readonly otherZone: string | null;
}

/** Days and times by the clock of a zone, as they are said to the other party. */
export const WindowForm = ({
  view: { caseId, revision, window },
  blocked,
  onDone,
  onCancel,
}: WindowFormProps) => {
  const [draft, setDraft, forget] = useDraft<Draft>(`case:${caseId}:window`, {
    startDay: null,
    startTime: '22:00',
    endDay: null,
    endTime: '06:00',
    zone: window?.zone ?? ownZone(),
    otherZone: window?.otherZone ?? null,
  });
  const { startDay, startTime, endDay, endTime, zone, otherZone } = draft;
  const set = (change: Partial<Draft>): void => setDraft({ ...draft, ...change });
  const proposing = useRunbookChange(
    (request: WindowRequest) => api.put<RunbookView>(`${runbookPath(caseId)}/window`, request),
    () => ({ words: 'The window is proposed. Both parties must agree to it.' }),
  );
  const [asking, setAsking] = useState(false);
  const voids = window?.voids;
  const propose = (confirm?: string): void => {
    const start = `${startDay}T${startTime.slice(0, 5)}`;
    const end = `${endDay}T${endTime.slice(0, 5)}`;
    const other = otherZone === null ? {} : { otherZone };
    const confirmed = confirm === undefined ? {} : { confirm };
    proposing.mutate(
      { zone, start, end, revision, ...other, ...confirmed },
      {
        onSuccess: () => {
          forget();
          onDone();
        },
        onSettled: () => setAsking(false),
      },
    );
  };
  const isWhole = startDay !== null && endDay !== null && startTime !== '' && endTime !== '';
  return (
    <form
      noValidate
      // The Enter key in a field proposes nothing: another window voids agreements.
      onSubmit={(event) => event.preventDefault()}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <DayAndTime
            what="Start"
            day={startDay}
            time={startTime}
            earliest={dayjs().format('YYYY-MM-DD')}
            error={problemOf(proposing.error, 'start')}
            onDay={(day) => set({ startDay: day, endDay: endDay ?? nextDay(day) })}
            onTime={(time) => set({ startTime: time })}
          />
          <DayAndTime
            what="End"
            day={endDay}
            time={endTime}
            earliest={startDay ?? dayjs().format('YYYY-MM-DD')}
            error={problemOf(proposing.error, 'end')}
            onDay={(day) => set({ endDay: day })}
            onTime={(time) => set({ endTime: time })}
          />
          <ZoneSelect
            label="Time zone"
            description="Of the days and times above."
            value={zone}
            onChange={(chosen) => set({ zone: chosen ?? ownZone() })}
          />
          <ZoneSelect
            label="Time zone of the other party"
            description="The window is shown in it, too."
            clearable
            value={otherZone}
            onChange={(chosen) => set({ otherZone: chosen })}
          />
        </SimpleGrid>
        {proposing.error && <ErrorNotice title="The window was not proposed" error={proposing.error} />}
        <Group>
          <Button
            disabled={blocked || !isWhole}
            loading={proposing.isPending}
            onClick={() => (voids === undefined ? propose() : setAsking(true))}
          >
            {voids === undefined ? 'Propose the window' : 'Propose another window…'}
          </Button>
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              Keep the current window
            </Button>
          )}
        </Group>
      </Stack>
      {voids !== undefined && (
        <ConfirmModal
          opened={asking}
          onClose={() => setAsking(false)}
          title="Replace the agreed window?"
          text={<Voided voids={voids} />}
          action="Replace the window"
          cancel="Keep the current window"
          isDangerous
          busy={proposing.isPending}
          error={undefined}
          failed="The window was not replaced"
          onConfirm={() => propose(voids.confirm)}
        />
      )}
    </form>
  );
};

/** What another window makes void. */
const Voided = ({ voids: { agreements, steps, runs } }: { readonly voids: WindowVoids }) => (
  <List spacing={4}>
    <List.Item>Void: the agreement of {agreements.join(', ')}.</List.Item>
    {steps.map((title) => (
      <List.Item key={title}>Opens again: {title}.</List.Item>
    ))}
    {runs.map((run) => (
      <List.Item key={run}>
        Pauses before its next company: <Worded text={run} />.
      </List.Item>
    ))}
  </List>
);

interface DayAndTimeProps {
  readonly what: string;
  readonly day: string | null;
  readonly time: string;
  readonly earliest: string;
  readonly error: string | undefined;
  readonly onDay: (day: string | null) => void;
  readonly onTime: (time: string) => void;
}

const DayAndTime = ({ what, day, time, earliest, error, onDay, onTime }: DayAndTimeProps) => (
  <Group align="flex-start" wrap="nowrap" gap="xs">
    <DayInput
      label={`${what}: day`}
      placeholder="Such as 2026-11-21"
      minDate={earliest}
      flex={1}
      value={day}
      error={error}
      onChange={onDay}
    />
    <TimePicker
      label={`${what}: time`}
      w={120}
      value={time}
      onChange={onTime}
      hoursInputLabel={`${what}: hours`}
      minutesInputLabel={`${what}: minutes`}
    />
  </Group>
);

const nextDay = (day: string | null): string | null =>
  day === null ? null : dayjs(day).add(1, 'day').format('YYYY-MM-DD');

const problemOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError
    ? error.body?.validation?.errors.find(({ itemId }) => itemId === field)?.message
    : undefined;
