import { Box, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import {
  type Column,
  type ColumnDef,
  createSortedRowModel,
  type Row,
  type RowData,
  rowSortingFeature,
  sortFn_alphanumeric,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { GlossaryTerm } from '#contract/glossary.ts';
import { rowPx } from '#renderer/lib/density.ts';
import { useKeptScroll } from '#renderer/lib/use-kept-scroll.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import classes from './data-table.module.css';
import { NoValue } from './no-value.tsx';
import { Term } from './term.tsx';

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric, basic: sortFn_basic },
});
type Features = typeof features;

export interface TableColumn<T> {
  /** Unique in the table. */
  readonly header: string;
  /** Shown at the top of a column that is not sorted, instead of the text of `header`. */
  readonly heading?: ReactNode;
  /** Explained at the header of a column that is not sorted. */
  readonly term?: GlossaryTerm;
  /** What the column is sorted by; without it, it is not. */
  readonly sortBy?: (row: T) => string | number | undefined;
  /** Without it, the value that it is sorted by. */
  readonly cell?: (row: T) => ReactNode;
  /** CSS width; the rest is shared. */
  readonly width?: string | number;
  readonly align?: 'left' | 'right';
  /** Text beyond one line wraps; else it is cut off, and shown on hover. */
  readonly wraps?: boolean;
}

interface DataTableProps<T> {
  /** What the table lists, for those who can't see it. */
  readonly label: string;
  readonly rows: readonly T[];
  readonly columns: readonly TableColumn<T>[];
  readonly rowId: (row: T) => string;
  /** Opens a row, by click or Enter. */
  readonly onOpen?: (row: T) => void;
  /** Whether a row is the one that is shown in full elsewhere on the screen. */
  readonly isShown?: (row: T) => boolean;
  /** Rows scroll inside this height, px or CSS; only those in sight are drawn. Without it, all are. */
  readonly height?: number | string;
  readonly minWidth?: number;
  /** The last rows are in sight, so that more may be read. Only with `height`; may be called again and again. */
  readonly onNearEnd?: () => void;
}

/** A table that can be sorted, opened by keyboard, and scrolled through many thousand rows. */
export const DataTable = <T extends RowData>(props: DataTableProps<T>) => {
  const { label, rows, columns, rowId, onOpen, isShown, height, minWidth = 480, onNearEnd } = props;
  const scroller = useRef<HTMLDivElement>(null);
  useKeptScroll(scroller, label, height !== undefined);
  const definitions = useMemo(() => columns.map(definitionOf<T>), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: definitions, data, getRowId: rowId });
  const sorted = table.getRowModel().rows;
  const { shown, before, after, measure } = useRowsInSight(sorted, scroller, height !== undefined, onNearEnd);
  return (
    <Box
      ref={scroller}
      className={classes.scroller}
      style={height === undefined ? undefined : { maxHeight: height }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <Table miw={minWidth} highlightOnHover={onOpen !== undefined} aria-rowcount={sorted.length + 1}>
        <Table.Thead>
          <Table.Tr>
            {table.getFlatHeaders().map(({ id, column }) => (
              <HeaderCell key={id} column={column} spec={columns.find((spec) => spec.header === id)} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer height={before} span={columns.length} />
          {shown.map(({ row, index }) => (
            <Table.Tr
              key={row.id}
              data-index={index}
              aria-rowindex={index + 2}
              aria-current={isShown?.(row.original) || undefined}
              ref={measure}
              {...(onOpen ? openable(() => onOpen(row.original)) : {})}
            >
              {columns.map((spec) => (
                <Table.Td
                  key={spec.header}
                  ta={spec.align}
                  className={spec.wraps ? classes.wraps : classes.cell}
                  onMouseEnter={showCutOff}
                >
                  {spec.cell ? spec.cell(row.original) : (spec.sortBy?.(row.original) ?? <NoValue />)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
          <Spacer height={after} span={columns.length} />
        </Table.Tbody>
      </Table>
    </Box>
  );
};

/** The rows to draw, and the heights of those before and after them, px. Without `scrolls` all are drawn. */
const useRowsInSight = <T extends RowData>(
  sorted: Row<Features, T>[],
  scroller: RefObject<HTMLDivElement | null>,
  scrolls: boolean,
  onNearEnd: (() => void) | undefined,
) => {
  const [density] = usePreference('density');
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx(density),
    overscan: 12,
    enabled: scrolls,
  });
  const items = virtual.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? -1) >= sorted.length - 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each number of rows
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, sorted.length]);
  if (!scrolls) return { shown: sorted.map((row, index) => ({ row, index })), before: 0, after: 0 };
  return {
    shown: items.flatMap(({ index }) => {
      const row = sorted[index];
      return row === undefined ? [] : [{ row, index }];
    }),
    before: items[0]?.start ?? 0,
    after: virtual.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: virtual.measureElement,
  };
};

const definitionOf = <T extends RowData>(spec: TableColumn<T>): ColumnDef<Features, T> => ({
  id: spec.header,
  header: spec.header,
  accessorFn: (row) => spec.sortBy?.(row),
  enableSorting: spec.sortBy !== undefined,
  sortFn: 'alphanumeric',
});

const showCutOff = ({ currentTarget: cell }: { currentTarget: HTMLElement }): void => {
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent;
};

const Spacer = ({ height, span }: { height: number; span: number }) =>
  height > 0 ? (
    <tr aria-hidden>
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : undefined;

const openable = (open: () => void) => ({
  tabIndex: 0,
  className: classes.openable,
  onClick: (event: { target: EventTarget }) => {
    if (!isControl(event.target)) open();
  },
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && event.target === event.currentTarget) open();
  },
});

/** A button or link inside a row does its own work. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, input, label') !== null;

const sortLabels = { asc: 'ascending', desc: 'descending' } as const;

const HeaderCell = <T extends RowData>({
  column,
  spec,
}: {
  column: Column<Features, T, unknown>;
  spec: TableColumn<T> | undefined;
}) => {
  const direction = column.getIsSorted();
  const words = direction === false ? undefined : sortLabels[direction];
  return (
    <Table.Th
      w={spec?.width}
      ta={spec?.align}
      aria-sort={words ?? (column.getCanSort() ? 'none' : undefined)}
    >
      {column.getCanSort() ? (
        <UnstyledButton className={classes.sort} onClick={column.getToggleSortingHandler()}>
          {spec?.header}
          <SortIcon direction={direction} />
        </UnstyledButton>
      ) : (
        spec && (spec.term ? <Term term={spec.term}>{spec.header}</Term> : (spec.heading ?? spec.header))
      )}
    </Table.Th>
  );
};

const SortIcon = ({ direction }: { direction: 'asc' | 'desc' | false }) => {
  const Icon = direction === 'asc' ? IconArrowUp : direction === 'desc' ? IconArrowDown : IconArrowsSort;
  return <Icon size={14} aria-hidden opacity={direction === false ? 0.4 : 1} />;
};
