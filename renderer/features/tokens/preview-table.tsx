import { Text } from '@mantine/core';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { DataTable } from '#renderer/ui/data-table.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';

interface Listed {
  readonly row: TokenImportResult['preview'][number];
  readonly place: number;
}

/** The first rows of a list. The desk masks secrets. */
export const PreviewTable = ({ rows }: { rows: TokenImportResult['preview'] }) => {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (fields.length === 0) return <Text>The list has no rows.</Text>;
  const columns = fields.map((field) => ({
    header: field,
    cell: ({ row }: Listed) => row[field] ?? <NoValue />,
    wraps: true,
  }));
  return (
    <DataTable
      label="First rows"
      rows={rows.map((row, place) => ({ row, place }))}
      columns={columns}
      rowId={({ place }) => String(place)}
      minWidth={fields.length * 130}
    />
  );
};
