import { Code, Stack, Text } from '@mantine/core';
import { formatDuration } from '#contract/format.ts';
import { runKindLabels } from '#contract/run-labels.ts';
import type { LedgerCall } from '#contract/token-runs.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

type Listed = LedgerCall & { readonly place: number };

/** Calls of a row from the ledger, oldest first, without bodies. */
export const RowCalls = ({ calls }: { calls: readonly LedgerCall[] }) => (
  <DataTable
    label="Calls"
    rows={calls.map((call, place) => ({ ...call, place }))}
    columns={columns}
    rowId={({ place }) => String(place)}
    height={420}
    minWidth={520}
  />
);

const columns: readonly TableColumn<Listed>[] = [
  { header: 'Time', width: 150, cell: ({ at }) => <Instant at={at} exact /> },
  {
    header: 'Call',
    wraps: true,
    cell: ({ method, path, problem, correlationId, kind }) => (
      <Stack gap={2}>
        <Code style={{ overflowWrap: 'anywhere' }}>
          {method} {path}
        </Code>
        {problem !== undefined && (
          <Text size="sm" c="dimmed">
            {problem}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {runKindLabels[kind]}
          {correlationId !== undefined && `, correlation id ${correlationId}`}
        </Text>
      </Stack>
    ),
  },
  {
    header: 'Response',
    width: 120,
    cell: ({ status, ms, attempts = 1 }) => (
      <Stack gap={2} align="flex-start">
        <Response status={status} isEnded={ms !== undefined} />
        <Text size="sm" c="dimmed">
          {ms === undefined ? '' : formatDuration(ms)}
          {attempts > 1 && `, ${attempts} attempts`}
        </Text>
      </Stack>
    ),
  },
];

const Response = ({ status, isEnded }: { status: number | undefined; isEnded: boolean }) => {
  if (status !== undefined) return <StatusBadge tone={status < 400 ? 'good' : 'bad'}>{status}</StatusBadge>;
  return isEnded ? (
    <StatusBadge tone="bad">None</StatusBadge>
  ) : (
    <StatusBadge tone="active">Pending</StatusBadge>
  );
};
