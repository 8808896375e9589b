import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { RowProblem, TokenImportResult } from '#contract/token-rows.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';

type Listed = RowProblem & { readonly place: number };

/** Problems by row and column. The desk lists the first ones and counts the rest. */
export const ProblemsTable = ({
  result: { problems, problemCount, format },
}: {
  result: Pick<TokenImportResult, 'problems' | 'problemCount' | 'format'>;
}) => {
  const rows = useMemo(() => problems.map((problem, place) => ({ ...problem, place })), [problems]);
  return (
    <Stack gap="xs">
      <DataTable
        label="Problems by row and column"
        rows={rows}
        columns={columnsOf(format)}
        rowId={({ place }) => String(place)}
        height={420}
        minWidth={560}
      />
      {problemCount > problems.length && (
        <Text size="sm" c="dimmed">
          The first {formatNumber(problems.length)} of {formatNumber(problemCount)}. After the import, every
          invalid row is listed under Rows.
        </Text>
      )}
    </Stack>
  );
};

const columnsOf = (format: TokenImportResult['format']): readonly TableColumn<Listed>[] => [
  {
    header: format === 'json' ? 'Row' : 'Line',
    width: 90,
    align: 'right',
    sortBy: ({ row = 0 }) => row,
    cell: ({ row }) => (row === undefined ? 'List' : formatNumber(row)),
  },
  { header: 'Reference', width: 170, sortBy: ({ ref }) => ref },
  {
    header: 'Column',
    width: 190,
    sortBy: ({ column, field }) => column ?? field,
    cell: ({ column, field }) => column ?? field ?? <NoValue />,
  },
  { header: 'Problem', sortBy: ({ message }) => message },
];
