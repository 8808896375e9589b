import { Code, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react';
import type { CaseView } from '#contract/case.ts';
import type { CutoverView, DualRunView } from '#contract/cutover.ts';
import { parityVerdictLabels } from '#contract/cutover-labels.ts';
import { formatDuration, formatNumber } from '#contract/format.ts';
import { verdictTones } from '#renderer/features/cutover/cutover-labels.ts';
import { ConfirmAction } from '#renderer/ui/confirm-action.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx';
import { useDualRun, useDualRunAct } from './parity-calls.ts';

interface DualRunProps {
  readonly found: CaseView;
  readonly view: CutoverView;
}

type Pair = DualRunView['pairs'][number];

const outcomes: Readonly<Record<Pair['outcome'], { readonly tone: Tone; readonly label: string }>> = {
  both: { tone: 'good', label: 'In both' },
  'legacy-only': { tone: 'bad', label: 'Legacy only' },
  'new-only': { tone: 'attention', label: 'New only' },
  twice: { tone: 'bad', label: 'Twice' },
  waiting: { tone: 'neutral', label: 'Waiting' },
};

/** Both mechanisms side by side, for as long as wanted. */
export const DualRun = ({ found, view }: DualRunProps) => {
  const start = useDualRunAct(found.id, '');
  const stop = useDualRunAct(found.id, '/stop');
  const query = useDualRun(found.id);
  const running = query.data?.running === true;
  return (
    <Section
      title="Dual run"
      level={3}
      beside={running && <StatusBadge tone="active">Running</StatusBadge>}
      description={
        view.local
          ? 'Both mechanisms send to a recorder side by side, for as long as you let it run.'
          : 'Only on the local service: a remote target sends by one mechanism at a time. Compare recordings instead.'
      }
      actions={
        found.state === 'open' &&
        view.local &&
        (running ? (
          <ConfirmAction
            trigger={(ask) => (
              <SmallButton icon={IconPlayerStop} loading={stop.isPending} onClick={ask}>
                Stop dual run…
              </SmallButton>
            )}
            title="Stop dual run?"
            text="Its result is recorded as it is now. It cannot be continued; another one can be started."
            action="Stop dual run"
            cancel="Keep running"
            doing={stop}
            onConfirm={(close) => {
              close();
              stop.mutate();
            }}
          />
        ) : (
          <SmallButton icon={IconPlayerPlay} loading={start.isPending} onClick={() => start.mutate()}>
            Start dual run
          </SmallButton>
        ))
      }
    >
      {start.error && <ErrorNotice title="Dual run not started" error={start.error} />}
      {stop.error && <ErrorNotice title="Dual run not stopped" error={stop.error} />}
      {view.local && (
        <Loaded query={query} text="Loading dual run…">
          {(run) => <Run run={run} />}
        </Loaded>
      )}
    </Section>
  );
};

const Run = ({ run }: { readonly run: DualRunView }) => {
  const { started, ended, url, report, pairs } = run;
  if (started === undefined) return undefined;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {report && (
          <StatusBadge tone={verdictTones[report.verdict]}>{parityVerdictLabels[report.verdict]}</StatusBadge>
        )}
        <Text c="dimmed">
          Since <Instant at={started} />
          {ended !== undefined && (
            <>
              , until <Instant at={ended} />
            </>
          )}
        </Text>
        {url !== undefined && (
          <Group gap={2}>
            <Code>{url}</Code>
            <CopyButton value={url} what="recorder address" />
          </Group>
        )}
      </Group>
      {pairs.length === 0 ? (
        <Text role="status">No occurrences yet. Whatever fires a rule appears here.</Text>
      ) : (
        <DataTable
          label="Pairs, newest first"
          rows={pairs}
          columns={columns}
          rowId={(pair) =>
            `${pair.at} ${pair.ruleType} ${pair.eventType ?? ''} ${pair.companyId ?? ''} ${pairs.indexOf(pair)}`
          }
          minWidth={680}
          height={320}
        />
      )}
    </Stack>
  );
};

const columns: readonly TableColumn<Pair>[] = [
  { header: 'At', width: 130, cell: ({ at }) => <Instant at={at} seconds /> },
  { header: 'Rule type', cell: ({ ruleType }) => ruleType },
  { header: 'Event type', cell: ({ eventType }) => eventType ?? <NoValue /> },
  {
    header: 'Outcome',
    width: 130,
    cell: ({ outcome }) => <StatusBadge tone={outcomes[outcome].tone}>{outcomes[outcome].label}</StatusBadge>,
  },
  {
    header: 'Later',
    width: 90,
    align: 'right',
    cell: ({ lateMs }) =>
      lateMs === undefined ? <NoValue /> : `${lateMs < 0 ? '−' : ''}${formatDuration(Math.abs(lateMs))}`,
  },
  { header: 'Unexplained', width: 110, align: 'right', cell: ({ unexplained }) => formatNumber(unexplained) },
];
