import { Stack, Text } from '@mantine/core';
import type { ReportColumn, ReportTable, ReportValue } from '#contract/report.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Value } from './report-value.tsx';

/** More rows scroll in their own box. */
const mostInFull = 30;
const boxHeight = 480;

interface Line {
  readonly id: string;
  readonly values: Readonly<Record<string, ReportValue>>;
}

/** A table of a report, without its data-only columns. */
export const ReportTableView = ({ table }: { readonly table: ReportTable }) => {
  const { caption, none, rows } = table;
  if (rows.length === 0) {
    return <Text c="dimmed">{none}</Text>;
  }
  return (
    <Stack gap={4}>
      <Text c="dimmed">{caption}</Text>
      <DataTable
        label={caption}
        rows={rows.map((values, at) => ({ id: String(at), values }))}
        columns={columnsOf(table)}
        rowId={({ id }) => id}
        minWidth={widthOf(table)}
        {...(rows.length > mostInFull ? { height: boxHeight } : {})}
      />
    </Stack>
  );
};

/** Minimum widths of columns, px. */
const minWidths = { text: 170, id: 170, integer: 80, duration: 100, instant: 160, state: 140 } as const;

const widthOf = ({ columns }: ReportTable): number =>
  columns
    .filter(({ dataOnly, below }) => !dataOnly && below === undefined)
    .reduce((sum, { kind }) => sum + minWidths[kind], 0);

const columnsOf = ({ columns }: ReportTable): readonly TableColumn<Line>[] => {
  const shown = columns.filter(({ dataOnly }) => !dataOnly);
  return shown
    .filter(({ below }) => below === undefined)
    .map((column) => {
      const under = shown.filter(({ below }) => below === column.key);
      return {
        id: column.key,
        header: column.title,
        align: isNumber(column) ? 'right' : 'left',
        ...(column.kind === 'text' || column.kind === 'id' ? {} : { width: minWidths[column.kind] }),
        sortBy: ({ values }) => values[column.key],
        cell: ({ values }) => <Cell column={column} under={under} values={values} />,
      };
    });
};

const isNumber = ({ kind }: ReportColumn): boolean => kind === 'integer' || kind === 'duration';

interface CellProps {
  readonly column: ReportColumn;
  /** Columns shown below it. */
  readonly under: readonly ReportColumn[];
  readonly values: Line['values'];
}

const Cell = ({ column, under, values }: CellProps) => {
  const value = values[column.key];
  return (
    <Stack gap={2} align={isNumber(column) ? 'flex-end' : 'flex-start'}>
      {value !== undefined && (
        <Text component="div">
          <Value meaning={column} value={value} />
        </Text>
      )}
      {under.map((one) => {
        const below = values[one.key];
        return below === undefined ? undefined : (
          <Text key={one.key} size="sm" c="dimmed" component="div">
            <Value meaning={one} value={below} />
          </Text>
        );
      })}
    </Stack>
  );
};
