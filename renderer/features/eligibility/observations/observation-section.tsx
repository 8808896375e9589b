import { Code, Group, Stack, Text } from '@mantine/core';
import type { Observation } from '#contract/eligibility.ts';
import { formatDuration, formatNumber } from '#contract/format.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { ConfirmAction } from '#renderer/ui/confirm-action.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { Stat } from '#renderer/ui/stat.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { useEndObservation } from './observation-calls.ts';

interface ObservationSectionProps {
  readonly caseId: string;
  readonly observation: Observation;
  /** The case is open. */
  readonly open: boolean;
}

/** One observation: its time span, its calls, and its end. */
export const ObservationSection = ({ caseId, observation, open }: ObservationSectionProps) => {
  const { id, name, caller, from, to, seenUntil, calls, otherCalls, unwatchedMs = 0 } = observation;
  const end = useEndObservation(caseId, id);
  const alerts = calls.reduce((sum, { count }) => sum + count, 0);
  return (
    <Section
      title={name}
      beside={to === undefined && <AsOf />}
      description={caller === undefined ? 'All callers' : `User agent contains "${caller}"`}
      actions={
        <>
          <StatusBadge tone={to === undefined ? 'active' : 'neutral'}>
            {to === undefined ? 'Active' : 'Ended'}
          </StatusBadge>
          {open && to === undefined && (
            <ConfirmAction
              trigger={(ask) => (
                <SmallButton loading={end.isPending} aria-label={`End observation ${name}`} onClick={ask}>
                  End observation…
                </SmallButton>
              )}
              title={`End observation ${name}?`}
              text="Its calls so far become evidence of the checks. It cannot be continued; another one can be started."
              action="End observation"
              cancel="Keep observing"
              doing={end}
              onConfirm={(close) => {
                close();
                end.mutate();
              }}
            />
          )}
        </>
      }
    >
      <Stack>
        {end.error && <ErrorNotice title="Observation not ended" error={end.error} />}
        <Group gap="xl" align="flex-start">
          <Stat name="From" value={<Instant at={from} />} />
          <Stat
            name={to === undefined ? 'Observed until' : 'To'}
            value={<Instant at={to ?? seenUntil} />}
            note={
              unwatchedMs === 0
                ? undefined
                : `${formatDuration(unwatchedMs)} unobserved: Carryover was not running, or was killed`
            }
          />
          <Stat name="Calls to the alerts endpoints" value={formatNumber(alerts)} />
          <Stat name="Other calls" value={formatNumber(otherCalls)} />
        </Group>
        <Calls observation={observation} />
      </Stack>
    </Section>
  );
};

const Calls = ({ observation: { name, calls, otherCalls } }: Pick<ObservationSectionProps, 'observation'>) =>
  calls.length === 0 ? (
    <Text>
      {otherCalls === 0
        ? 'No calls yet. Check that the application uses the local service.'
        : 'No calls to the alerts endpoints.'}
    </Text>
  ) : (
    <DataTable
      label={`Calls to the alerts endpoints in ${name}`}
      rows={calls}
      rowId={({ method, path, caller = '' }) => `${method} ${path} ${caller}`}
      columns={columns}
      minWidth={720}
      {...(calls.length > 8 ? { height: 360 } : {})}
    />
  );

const columns: TableColumn<Observation['calls'][number]>[] = [
  {
    header: 'Call',
    sortBy: ({ path }) => path,
    cell: ({ method, path }) => (
      <Code>
        {method} {path}
      </Code>
    ),
  },
  {
    header: 'Caller',
    sortBy: ({ caller }) => caller,
    cell: ({ caller }) => caller ?? <NoValue means="unknown" />,
  },
  {
    header: 'Count',
    align: 'right',
    width: 90,
    sortBy: ({ count }) => count,
    cell: ({ count }) => formatNumber(count),
  },
  { header: 'First', width: 180, cell: ({ first }) => <Instant at={first} exact /> },
  { header: 'Last', width: 180, sortBy: ({ last }) => last, cell: ({ last }) => <Instant at={last} exact /> },
];
