import { Group, Stack, Text } from '@mantine/core';
import { formatDuration, formatNumber } from '#contract/format.ts';
import type { CompanyResult, Run } from '#contract/token-runs.ts';
import { isUnfinished } from '#renderer/lib/token-queries.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { StatusBadge, type Tone } from '#renderer/ui/status-badge.tsx';
import { useResults } from './runs.ts';

/** What a run came to, company by company: linked or not, and how each data type ended. */
export const CompanyResults = ({ caseId, run }: { readonly caseId: string; readonly run: Run }) => {
  const query = useResults(caseId, run);
  if (isUnfinished(run)) {
    return <Text c="dimmed">The tests of each company are listed here when the run has ended.</Text>;
  }
  return (
    <Loaded query={query} text="Reading what it came to…">
      {({ companies }) => (
        <DataTable
          label={`Companies of the ${run.kind}, with their tests`}
          rows={companies.filter((company) => isTold(run, company))}
          columns={columns}
          rowId={({ line, ref, platformKey }) => `${line} ${ref} ${platformKey}`}
          height={420}
          minWidth={760}
        />
      )}
    </Loaded>
  );
};

/** Results tell of all rows of the case: those that it did not take up are left out, unless they were held back from it. */
const isTold = ({ kind }: Run, { state, held }: CompanyResult): boolean =>
  kind === 'pilot' ? state !== 'ready' && state !== 'invalid' : state !== 'ready' || held !== undefined;

const words: Readonly<Record<CompanyResult['state'], readonly [string, Tone]>> = {
  done: ['Migrated', 'good'],
  failed: ['Failed', 'bad'],
  ready: ['Not begun', 'neutral'],
  running: ['Begun', 'active'],
  syncing: ['Syncing', 'active'],
  undone: ['Undone', 'neutral'],
  invalid: ['Not valid', 'attention'],
};

const columns: readonly TableColumn<CompanyResult>[] = [
  {
    id: 'company',
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
    id: 'state',
    header: 'Result',
    width: 130,
    sortBy: ({ state }) => state,
    cell: ({ state, held }) => (
      <StatusBadge tone={held === undefined ? words[state][1] : 'attention'}>
        {held === undefined ? words[state][0] : 'Held back'}
      </StatusBadge>
    ),
  },
  {
    id: 'connection',
    header: 'Connection',
    width: 170,
    sortBy: ({ connectionStatus }) => connectionStatus,
    cell: ({ connectionStatus, connectionId }) => (
      <Group gap={2} wrap="nowrap">
        <Text>{connectionStatus ?? <NoValue />}</Text>
        {connectionId !== undefined && <CopyButton value={connectionId} what="the id of the connection" />}
      </Group>
    ),
  },
  {
    id: 'datasets',
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
    id: 'took',
    header: 'Took',
    width: 100,
    align: 'right',
    sortBy: ({ durationMs }) => durationMs,
    cell: ({ durationMs }) => (durationMs === undefined ? <NoValue /> : formatDuration(durationMs)),
  },
];
