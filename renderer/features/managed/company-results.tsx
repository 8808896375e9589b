import { Group, Stack, Text } from '@mantine/core';
import { formatDuration, formatNumber } from '#contract/format.ts';
import type { CompanyResult, Run } from '#contract/token-runs.ts';
import { isUnfinished } from '#renderer/lib/token-queries.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { RowStatus } from '#renderer/ui/row-status.tsx';
import { useResults } from './runs.ts';

/** Results of a run by company: connection, and final status of each data type. */
export const CompanyResults = ({ caseId, run }: { readonly caseId: string; readonly run: Run }) => {
  const query = useResults(caseId, run);
  if (isUnfinished(run)) {
    return <Text c="dimmed">Results appear when the run has ended.</Text>;
  }
  return (
    <Loaded query={query} text="Loading results…">
      {({ companies }) => (
        <DataTable
          label={`Results of the ${run.kind}`}
          rows={companies.filter((company) => isListed(run, company))}
          columns={columns}
          rowId={({ line, ref, platformKey }) => `${line} ${ref} ${platformKey}`}
          height={420}
          minWidth={760}
        />
      )}
    </Loaded>
  );
};

/** Results have all rows of the case: those that were not part of the run are left out, unless they were held. */
const isListed = ({ kind }: Run, { state, held }: CompanyResult): boolean =>
  kind === 'pilot' ? state !== 'ready' && state !== 'invalid' : state !== 'ready' || held !== undefined;

const columns: readonly TableColumn<CompanyResult>[] = [
  {
    header: 'Company',
    sortBy: ({ ref }) => ref,
    cell: ({ ref, name }) => (
      <Stack gap={0}>
        <Text>{name ?? ref}</Text>
        {name !== undefined && name !== ref && (
          <Text size="sm" c="dimmed">
            {ref}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    header: 'State',
    width: 130,
    sortBy: ({ state }) => state,
    cell: (row) => <RowStatus row={row} />,
  },
  {
    header: 'Connection',
    width: 170,
    sortBy: ({ connectionStatus }) => connectionStatus,
    cell: ({ connectionStatus, connectionId }) => (
      <Group gap={2} wrap="nowrap">
        <Text>{connectionStatus ?? <NoValue />}</Text>
        {connectionId !== undefined && <CopyButton value={connectionId} what="connection id" />}
      </Group>
    ),
  },
  {
    header: 'Data types by final status',
    cell: ({ datasets, message, held, note }) => (
      <Stack gap={0}>
        <Text>
          {Object.entries(datasets)
            .map(([status, count]) => `${formatNumber(count)} ${status}`)
            .join(', ') || <NoValue />}
        </Text>
        {(message ?? held ?? note) !== undefined && (
          <Text size="sm" c="dimmed">
            {message ?? held ?? note}
          </Text>
        )}
      </Stack>
    ),
  },
  {
    header: 'Duration',
    width: 100,
    align: 'right',
    sortBy: ({ durationMs }) => durationMs,
    cell: ({ durationMs }) => (durationMs === undefined ? <NoValue /> : formatDuration(durationMs)),
  },
];
