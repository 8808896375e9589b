import { Alert, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { DryRun } from '#contract/token-runs.ts';
import type { Plan, StartKind } from '#renderer/lib/start-run.ts';
import { CountedCalls } from './counted-calls.tsx';
import { DataTable, type TableColumn } from './data-table.tsx';
import { Lines } from './lines.tsx';
import { Worded } from './worded.tsx';

interface RunPlanProps {
  readonly kind: StartKind;
  readonly plan: Plan;
  /** What is counted. */
  readonly noun: readonly [one: string, many: string];
}

const verbs = { pilot: 'migrate', run: 'migrate', retry: 'retry', check: 'check', undo: 'undo' } as const;

/** What a run would do: its calls, the rows it leaves out, and what can't be undone. */
export const RunPlan = ({ kind, plan, noun }: RunPlanProps) => {
  const { rows, remark, calls, notUndone = [], leftOut = [], leftOutCount = 0 } = plan;
  return (
    <Stack gap="sm">
      <Text fw={600} role="status">
        {`${formatCount(rows, ...noun)} to ${verbs[kind]}. Nothing sent yet.`}
      </Text>
      {remark !== undefined && (
        <Text>
          <Worded text={remark} />
        </Text>
      )}
      {calls.length > 0 && <CountedCalls calls={calls} label="Planned calls" />}
      {notUndone.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Cannot be undone">
          <Lines lines={notUndone} />
        </Alert>
      )}
      {leftOutCount > 0 && (
        <>
          <Title order={4} size="h5">
            {`${formatCount(leftOutCount, ...noun)} excluded or expected to fail`}
          </Title>
          <DataTable
            label="Excluded or expected to fail"
            rows={leftOut}
            columns={columns}
            rowId={({ line, ref = '' }) => `${line} ${ref}`}
            height={320}
          />
          {leftOutCount > leftOut.length && (
            <Text size="sm" c="dimmed">
              The first {formatNumber(leftOut.length)} are listed.
            </Text>
          )}
        </>
      )}
    </Stack>
  );
};

const columns: readonly TableColumn<DryRun['leftOut'][number]>[] = [
  {
    header: 'Line',
    width: 80,
    align: 'right',
    sortBy: ({ line }) => line,
    cell: ({ line }) => formatNumber(line),
  },
  { header: 'Reference', width: 180, sortBy: ({ ref }) => ref },
  { header: 'Reason', sortBy: ({ why }) => why },
];
