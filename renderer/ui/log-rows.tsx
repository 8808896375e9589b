import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, type ReactNode, type RefObject, useRef } from 'react';
import { capitalized, formatCount } from '#contract/format.ts';
import type { GlossaryTerm } from '#contract/glossary.ts';
import { rowPx } from '#renderer/lib/density.ts';
import { useKeptScroll } from '#renderer/lib/use-kept-scroll.ts';
import type { KeyedLog } from '#renderer/lib/use-keyed-log.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { rectOnScreen } from '#renderer/lib/use-printing.ts';
import { isControl, keepText, type RowKeys, useRowKeys } from '#renderer/lib/use-row-keys.ts';
import type { RowSelection } from '#renderer/lib/use-selection.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';
import classes from './log-rows.module.css';
import { SelectBox } from './select-box.tsx';
import { Term } from './term.tsx';

export interface LogColumn<T> {
  readonly name: string;
  /** Explained at its header. */
  readonly term?: GlossaryTerm;
  /** A track of a CSS grid. */
  readonly width: string;
  /** Plain elements: drawn many times a second while it scrolls. */
  readonly cell: (row: T) => ReactNode;
  /** What is cut off, in full. */
  readonly title?: (row: T) => string;
}

interface LogRowsProps<T> {
  /** What is logged, such as "message". */
  readonly noun: string;
  readonly log: KeyedLog<T>;
  readonly columns: readonly LogColumn<T>[];
  /** Rows that came while the log stood still. */
  readonly newer: number;
  readonly onNewest: () => void;
  /** Shown while nothing is logged. */
  readonly empty: ReactNode;
  /** Rows have the focus, move by arrow keys, open and are selected only where this is given. */
  readonly rowId?: (row: T) => string;
  /** Opens a row, by Enter, and by click unless that chooses it. */
  readonly onOpen?: (row: T) => void;
  /** Shows a row elsewhere on the screen, by click. */
  readonly onChoose?: (row: T) => void;
  /** Another row has the focus by an arrow key. */
  readonly onMove?: (row: T) => void;
  /** Whether a row is the one that is shown in full elsewhere on the screen. */
  readonly isShown?: (row: T) => boolean;
  /** Adds a column of boxes: X selects, Shift a range, Ctrl+A all of the filter, Esc none. */
  readonly selection?: RowSelection;
  /** What a row is called, for its box. */
  readonly rowName?: (row: T) => string;
}

/** A log whose rows are read and drawn as they come into sight, so that a million of them scroll like a hundred. */
export const LogRows = <T,>(props: LogRowsProps<T>) => {
  const { noun, log, columns, newer, onNewest, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [density] = usePreference('density');
  const label = `${capitalized(noun)}s`;
  if (log.error) return <ErrorNotice title={`${label} not loaded`} error={log.error} onRetry={log.reread} />;
  if (log.isPending) return <Loading text={`Loading ${noun}s…`} />;
  if (log.ended && log.count === 0 && newer === 0) return empty;
  return (
    <div className={classes.frame} data-log>
      <div className={classes.newer} role="status">
        {newer > 0 && (
          <Button
            size="xs"
            leftSection={<IconArrowUp size={14} aria-hidden />}
            onClick={() => {
              scroller.current?.scrollTo(0, 0);
              onNewest();
            }}
          >
            {formatCount(newer, `newer ${noun}`)}
          </Button>
        )}
      </div>
      {log.moreError && (
        <ErrorNotice title="More rows not loaded" error={log.moreError} onRetry={log.tryAgain} />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: rows are placed one by one, which a table's can't be */}
      <div
        role="table"
        aria-label={label}
        aria-rowcount={log.ended ? log.count + 1 : -1}
        className={classes.table}
      >
        <Head columns={columns} selection={props.selection} />
        <Rows key={density} {...props} scroller={scroller} rowHeight={rowPx(density)} />
      </div>
    </div>
  );
};

const gridOf = (columns: readonly Pick<LogColumn<never>, 'width'>[], selects: boolean) => {
  const widths = columns.map(({ width }) => width).join(' ');
  // On paper, nothing is selected.
  return { '--columns': selects ? `16px ${widths}` : widths, '--printed-columns': widths } as CSSProperties;
};

interface HeadProps<T> {
  readonly columns: readonly LogColumn<T>[];
  readonly selection: RowSelection | undefined;
}

const Head = <T,>({ columns, selection }: HeadProps<T>) => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  <div role="rowgroup">
    {/* biome-ignore lint/a11y/useSemanticElements: see above */}
    <div role="row" className={classes.head} style={gridOf(columns, selection !== undefined)} tabIndex={-1}>
      {selection && (
        // biome-ignore lint/a11y/useSemanticElements: see above
        <span role="columnheader" tabIndex={-1} data-select>
          <SelectBox
            label="Select all rows of the filter"
            checked={selection.isAll && selection.exceptions === 0}
            indeterminate={!selection.isNone && !(selection.isAll && selection.exceptions === 0)}
            onToggle={() =>
              selection.isAll && selection.exceptions === 0 ? selection.clear() : selection.all()
            }
          />
        </span>
      )}
      {columns.map(({ name, term }) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        <span role="columnheader" key={name} tabIndex={-1} className={classes.cell}>
          {term ? <Term term={term}>{name}</Term> : name}
        </span>
      ))}
    </div>
  </div>
);

interface RowsProps<T> extends LogRowsProps<T> {
  readonly scroller: RefObject<HTMLDivElement | null>;
  /** px */
  readonly rowHeight: number;
}

const Rows = <T,>(props: RowsProps<T>) => {
  const { noun, log, scroller, rowHeight, rowId, selection } = props;
  useKeptScroll(scroller, noun);
  const virtual = useVirtualizer({
    count: log.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    observeElementRect: rectOnScreen,
    onChange: ({ range }) => {
      if (range) log.onSight({ from: range.startIndex, to: range.endIndex });
    },
  });
  const keys = useLogKeys(props);
  const items = virtual.getVirtualItems();
  const tabStop = rowId && keys.tabStop(items.map(({ index }) => index));
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      role="rowgroup"
      ref={scroller}
      className={classes.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
      tabIndex={0}
      data-rows
      data-testid="log-rows"
      onKeyDown={keys.onKeyDown}
      onFocus={keys.onFocus}
    >
      <div style={{ height: virtual.getTotalSize() }} className={classes.rows}>
        {items.map(({ index, start }) => (
          <LogRow
            key={index}
            {...props}
            index={index}
            start={start}
            keys={keys}
            isTabStop={index === tabStop}
            isSelected={isSelectedRow(props, log.row(index))}
            selects={selection !== undefined}
          />
        ))}
      </div>
    </div>
  );
};

const isSelectedRow = <T,>({ selection, rowId }: RowsProps<T>, row: T | undefined): boolean | undefined =>
  row === undefined || rowId === undefined ? undefined : selection?.has(rowId(row));

const useLogKeys = <T,>({ log, scroller, rowId, selection, onOpen, onMove }: RowsProps<T>): RowKeys => {
  const onRow = (act: ((row: T) => void) | undefined) => (index: number) => {
    const row = log.row(index);
    if (row !== undefined) act?.(row);
  };
  return useRowKeys({
    scroller,
    idAt: (index) => {
      const row = log.row(index);
      return row === undefined ? undefined : rowId?.(row);
    },
    selection,
    onOpen: onOpen && onRow(onOpen),
    onMove: onMove && onRow(onMove),
  });
};

interface LogRowProps<T> extends RowsProps<T> {
  readonly index: number;
  /** px from the top. */
  readonly start: number;
  readonly keys: RowKeys;
  readonly isTabStop: boolean;
  readonly isSelected: boolean | undefined;
  readonly selects: boolean;
}

const LogRow = <T,>(props: LogRowProps<T>) => {
  const {
    log,
    columns,
    index,
    start,
    keys,
    isTabStop,
    isSelected,
    selects,
    onOpen,
    onChoose,
    isShown,
    rowName,
  } = props;
  const row = log.row(index);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: the scroller takes the keys of all rows
    <div
      role="row"
      tabIndex={isTabStop ? 0 : -1}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      aria-current={(row !== undefined && isShown?.(row)) || undefined}
      className={classes.row}
      data-opens={onOpen !== undefined}
      style={{ ...gridOf(columns, selects), transform: `translateY(${start}px)` }}
      onClick={(event) => {
        if (!keys.onClick(event, index) && row !== undefined && !isControl(event.target))
          (onChoose ?? onOpen)?.(row);
      }}
      onMouseDown={keepText}
    >
      {selects && (
        // biome-ignore lint/a11y/useSemanticElements: see above
        <span role="cell" data-select className={classes.select}>
          {row !== undefined && (
            <SelectBox
              label={`Select ${rowName?.(row) ?? `row ${index + 1}`}`}
              checked={isSelected ?? false}
            />
          )}
        </span>
      )}
      <Cells row={row} columns={columns} />
    </div>
  );
};

/** Redrawn only when its row is another: most of a frame's rows were there in the one before. */
const CellsOf = <T,>({ row, columns }: { row: T | undefined; columns: readonly LogColumn<T>[] }) => {
  if (row === undefined) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: see above
      <span role="cell" className={classes.waiting}>
        Loading…
      </span>
    );
  }
  return columns.map(({ name, cell, title }) => (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <span key={name} role="cell" className={classes.cell} title={title?.(row)}>
      {cell(row)}
    </span>
  ));
};

const Cells = memo(CellsOf) as typeof CellsOf;
