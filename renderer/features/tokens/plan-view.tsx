import { Alert, List, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { DryRun } from '#contract/token-runs.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { CountedCalls } from './counted-calls.tsx';
import type { Plan, StartKind } from './start-run.ts';

/** What a run would do: calls counted by kind, rows that it leaves out, and what can't be taken back. */
export const PlanView = ({ kind, plan }: { kind: StartKind; plan: Plan }) => (
  <Section
    title="What it would do"
    level={3}
    description="Found by calls that only read. Nothing was changed."
  >
    <Stack>
      <Text role="status">{formatRows(kind, plan.rows)}</Text>
      {plan.remark !== undefined && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="To know">
          <Worded text={plan.remark} />
        </Alert>
      )}
      {plan.calls.length > 0 && <CountedCalls calls={plan.calls} label="Calls that would be made" />}
      {plan.notUndone !== undefined && plan.notUndone.length > 0 && (
        <Alert color="orange" icon={<IconInfoCircle aria-hidden />} title="What can't be undone">
          <List>
            {plan.notUndone.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <LeftOut rows={plan.leftOut ?? []} count={plan.leftOutCount ?? 0} />
    </Stack>
  </Section>
);

const formatRows = (kind: StartKind, rows: number): string => {
  if (rows === 0) return 'No row would be taken up.';
  const what = { pilot: 'migrated', run: 'migrated', retry: 'retried', check: 'checked', undo: 'undone' }[
    kind
  ];
  return `${formatCount(rows, 'row')} would be ${what}.`;
};

type Left = DryRun['leftOut'][number];

const LeftOut = ({ rows, count }: { rows: readonly Left[]; count: number }) =>
  count === 0 ? undefined : (
    <Stack gap="xs">
      <Title order={4} size="h5">
        {formatCount(count, 'row')} left out, or would fail
      </Title>
      <DataTable
        label="Rows that are left out"
        rows={rows}
        columns={columns}
        rowId={({ line, ref = '' }) => `${line} ${ref}`}
        height={320}
        minWidth={480}
      />
      {count > rows.length && (
        <Text size="sm" c="dimmed">
          The first {formatNumber(rows.length)} are listed.
        </Text>
      )}
    </Stack>
  );

const columns: readonly TableColumn<Left>[] = [
  {
    id: 'line',
    header: 'Line',
    width: 80,
    align: 'right',
    sortBy: ({ line }) => line,
    cell: ({ line }) => formatNumber(line),
  },
  {
    id: 'ref',
    header: 'Reference',
    width: 180,
    sortBy: ({ ref }) => ref,
    cell: ({ ref = <NoValue /> }) => ref,
  },
  { id: 'why', header: 'Why', sortBy: ({ why }) => why, cell: ({ why }) => why },
];
