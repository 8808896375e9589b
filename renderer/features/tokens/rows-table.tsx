import { Button, Stack, Text } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { TokenRow, TokenRowCounts, TokenRowFilter } from '#contract/token-rows.ts';
import { useIntegrations } from '#renderer/lib/use-integrations.ts';
import { useNarrow } from '#renderer/lib/use-narrow.ts';
import { useSelection } from '#renderer/lib/use-selection.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Empty } from '#renderer/ui/empty.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Loading } from '#renderer/ui/loading.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { RowStatus } from '#renderer/ui/row-status.tsx';
import { ExcludeSelection } from './exclude-selection.tsx';
import { useRows } from './list-rows.ts';
import type { RowFilters, useRowFilters } from './row-filters.ts';
import { whyOf } from './row-why.ts';
import { RunSelection } from './run-selection.tsx';

interface RowsTableProps {
  readonly caseId: string;
  readonly counts: TokenRowCounts;
  readonly chosen: ReturnType<typeof useRowFilters>;
}

/** Rows, filtered as the address says. */
export const RowsTable = ({ caseId, counts, chosen }: RowsTableProps) => {
  const query = useRows(caseId, chosen.filters);
  const rows = useMemo(() => query.data?.pages.flatMap(({ results }) => results) ?? [], [query.data]);
  const columns = useColumns();
  const total = totalOf(counts, chosen.filters, query.hasNextPage ? undefined : rows.length);
  const selection = useSelection<TokenRowFilter>('rows', {
    filter: chosen.filters as TokenRowFilter,
    total: query.isPending ? undefined : total,
  });
  return (
    <Stack gap="sm">
      {query.error && (
        <ErrorNotice title="Rows not loaded" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isPending && <Loading text="Loading rows…" />}
      {query.data !== undefined && rows.length === 0 && <NoMatch chosen={chosen} />}
      {rows.length > 0 && (
        <>
          <DataTable
            label="Rows"
            rows={rows}
            columns={columns}
            rowId={({ id }) => String(id)}
            onOpen={({ id }) => chosen.open(id)}
            selection={selection}
            rowName={({ ref, line }) => ref ?? `line ${line}`}
            onNearEnd={() => {
              if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
            }}
            height="max(360px, calc(100dvh - 300px))"
            minWidth={700}
          />
          <RunSelection
            caseId={caseId}
            selection={selection}
            chosen={{ rows: selection.request }}
            noun={nounOf(chosen.filters)}
            kinds={kinds}
            canRehearse
          >
            <ExcludeSelection
              caseId={caseId}
              selection={selection}
              picked={rows.filter(({ id }) => selection.has(String(id)))}
            />
          </RunSelection>
          <Text size="sm" c="dimmed" role="status">
            {query.hasNextPage
              ? `${formatNumber(rows.length)} rows loaded; scroll for more`
              : `${formatNumber(rows.length)} of ${formatNumber(counts.rows)} rows`}
          </Text>
        </>
      )}
    </Stack>
  );
};

const kinds = ['run', 'pilot', 'retry', 'check', 'undo'] as const;

/** Rows that the filter has, as far as the counts say. @param read of a list that is read to its end */
const totalOf = (
  counts: TokenRowCounts,
  { state, platform, cause, q }: RowFilters,
  read: number | undefined,
): number | undefined => {
  if (read !== undefined) return read;
  const filters = [state, platform, cause, q].filter((value) => value !== undefined);
  if (filters.length === 0) return counts.rows;
  if (filters.length > 1 || q !== undefined) return undefined;
  if (state !== undefined) return counts.states[state];
  return platform === undefined ? counts.causes[cause ?? ''] : counts.platforms[platform];
};

const nounOf = ({ state, platform, cause, q }: RowFilters): string => {
  if (state !== undefined && [platform, cause, q].every((value) => value === undefined))
    return `${state} rows`;
  return [state, platform, cause, q].every((value) => value === undefined) ? 'rows' : 'matching rows';
};

const NoMatch = ({ chosen: { isFiltered, clear } }: Pick<RowsTableProps, 'chosen'>) => (
  <Empty
    icon={<IconFilterOff aria-hidden />}
    title={isFiltered ? 'No matching rows' : 'No rows'}
    text="Change the search or the filters."
    action={
      <Button variant="default" onClick={clear}>
        Clear filters
      </Button>
    }
  />
);

const useColumns = (): readonly TableColumn<TokenRow>[] => {
  const { data } = useIntegrations();
  const narrow = useNarrow();
  return useMemo(() => {
    const names = new Map(data?.results.map(({ platformKey, name }) => [platformKey, name]));
    return [
      { header: 'Line', width: 64, align: 'right', cell: ({ line }) => formatNumber(line) },
      ...(narrow ? [] : [reference]),
      {
        header: narrow ? 'Name and reference' : 'Name',
        width: '22%',
        cell: (row) => (narrow ? <NameAndRef row={row} /> : (row.name ?? <NoValue />)),
      },
      {
        header: 'Platform',
        width: 150,
        cell: ({ platformKey }) =>
          platformKey === undefined ? <NoValue /> : (names.get(platformKey) ?? platformKey),
      },
      {
        header: 'State',
        width: 140,
        cell: (row) => <RowStatus row={row} />,
      },
      { header: 'Reason', cell: (row) => whyOf(row) },
    ];
  }, [data, narrow]);
};

const reference: TableColumn<TokenRow> = {
  header: 'Reference',
  width: 140,
  cell: ({ ref = <NoValue /> }) => ref,
};

const NameAndRef = ({ row: { name, ref } }: { row: TokenRow }) => (
  <Stack gap={0}>
    <span>{name ?? <NoValue />}</span>
    {ref !== undefined && (
      <Text size="sm" c="dimmed">
        {ref}
      </Text>
    )}
  </Stack>
);
