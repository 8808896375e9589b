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
import { type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { GlossaryTerm } from '#contract/glossary.ts';
import { rowPx } from '#renderer/lib/density.ts';
import { useKeptScroll } from '#renderer/lib/use-kept-scroll.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { rectOnScreen } from '#renderer/lib/use-printing.ts';
import { isControl, keepText, type RowKeys, useRowKeys } from '#renderer/lib/use-row-keys.ts';
import type { RowSelection } from '#renderer/lib/use-selection.ts';
import classes from './data-table.module.css';
import { NoValue } from './no-value.tsx';
import { SelectBox } from './select-box.tsx';
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
  /** Another row has the focus by an arrow key. */
  readonly onMove?: (row: T) => void;
  /** Adds a column of boxes: X selects, Shift a range, Ctrl+A all, Esc none. */
  readonly selection?: RowSelection;
  /** What a row is called, for its box. Without it, its id. */
  readonly rowName?: (row: T) => string;
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
  const { label, rows, columns, rowId, onOpen, height, minWidth = 480, onNearEnd, selection } = props;
  const scroller = useRef<HTMLDivElement>(null);
  useKeptScroll(scroller, label, height !== undefined);
  const definitions = useMemo(() => columns.map(definitionOf<T>), [columns]);
  const data = useMemo(() => [...rows], [rows]);
  const table = useTable({ features, columns: definitions, data, getRowId: rowId });
  const sorted = table.getRowModel().rows;
  const { shown, before, after, measure } = useRowsInSight(sorted, scroller, height !== undefined, onNearEnd);
  const keys = useTableKeys(props, sorted, scroller);
  const tabStop = selection && keys.tabStop(shown.map(({ index }) => index));
  const span = columns.length + (selection ? 1 : 0);
  return (
    <Box
      ref={scroller}
      className={classes.scroller}
      style={height === undefined ? undefined : { maxHeight: height }}
      tabIndex={0}
      role="region"
      data-rows={height !== undefined || undefined}
      aria-label={label}
      onKeyDown={keys.onKeyDown}
      onFocus={keys.onFocus}
    >
      <Table
        miw={minWidth}
        highlightOnHover={onOpen !== undefined || selection !== undefined}
        aria-rowcount={sorted.length + 1}
      >
        <Table.Thead>
          <Table.Tr>
            {selection && <SelectHeader selection={selection} ids={sorted.map(({ id }) => id)} />}
            {table.getFlatHeaders().map(({ id, column }) => (
              <HeaderCell key={id} column={column} spec={columns.find((spec) => spec.header === id)} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Spacer height={before} span={span} />
          {shown.map(({ row, index }) => (
            <BodyRow
              key={row.id}
              {...props}
              row={row}
              index={index}
              isTabStop={selection === undefined || index === tabStop}
              keys={keys}
              measure={measure}
            />
          ))}
          <Spacer height={after} span={span} />
        </Table.Tbody>
      </Table>
    </Box>
  );
};

const useTableKeys = <T extends RowData>(
  { selection, onOpen, onMove }: DataTableProps<T>,
  sorted: Row<Features, T>[],
  scroller: RefObject<HTMLDivElement | null>,
): RowKeys => {
  const onRow = (act: ((row: T) => void) | undefined) => (index: number) => {
    const row = sorted[index];
    if (row !== undefined) act?.(row.original);
  };
  return useRowKeys({
    scroller,
    idAt: (index) => sorted[index]?.id,
    selection,
    onOpen: onOpen && onRow(onOpen),
    onMove: onMove && onRow(onMove),
  });
};

interface BodyRowProps<T extends RowData> extends DataTableProps<T> {
  readonly row: Row<Features, T>;
  readonly index: number;
  readonly isTabStop: boolean;
  readonly keys: RowKeys;
  readonly measure: ((node: Element | null) => void) | undefined;
}

const BodyRow = <T extends RowData>(props: BodyRowProps<T>) => {
  const { row, index, columns, selection, rowName, onOpen, isShown, isTabStop, keys, measure } = props;
  const isActive = onOpen !== undefined || selection !== undefined;
  return (
    <Table.Tr
      data-index={index}
      aria-rowindex={index + 2}
      aria-current={isShown?.(row.original) || undefined}
      aria-selected={selection?.has(row.id)}
      ref={measure}
      {...(isActive && {
        tabIndex: isTabStop ? 0 : -1,
        className: onOpen ? classes.openable : classes.selectable,
        onMouseDown: keepText,
        onClick: (event) => {
          if (!keys.onClick(event, index) && !isControl(event.target)) onOpen?.(row.original);
        },
      })}
    >
      {selection && (
        <Table.Td className={classes.select} data-select>
          <SelectBox label={`Select ${rowName?.(row.original) ?? row.id}`} checked={selection.has(row.id)} />
        </Table.Td>
      )}
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
  );
};

const SelectHeader = ({ selection, ids }: { selection: RowSelection; ids: readonly string[] }) => {
  const selected = ids.filter(selection.has).length;
  return (
    <Table.Th className={classes.select} w={40}>
      <SelectBox
        label={`Select all ${formatNumber(ids.length)} rows in the table`}
        checked={selected > 0 && selected === ids.length}
        indeterminate={selected > 0 && selected < ids.length}
        blocked={ids.length === 0 ? 'No rows' : undefined}
        onToggle={() => selection.set(ids, selected < ids.length)}
      />
    </Table.Th>
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
    observeElementRect: rectOnScreen,
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
