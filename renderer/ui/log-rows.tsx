import { Button } from '@mantine/core';
import { IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, type RefObject, useRef } from 'react';
import { formatCount } from '#contract/format.ts';
import type { GlossaryTerm } from '#contract/glossary.ts';
import { rowPx } from '#renderer/lib/density.ts';
import { useKeptScroll } from '#renderer/lib/use-kept-scroll.ts';
import type { KeyedLog } from '#renderer/lib/use-keyed-log.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { ErrorNotice } from './error-notice.tsx';
import { Loading } from './loading.tsx';
import classes from './log-rows.module.css';
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
}

/** A log whose rows are read and drawn as they come into sight, so that a million of them scroll like a hundred. */
export const LogRows = <T,>(props: LogRowsProps<T>) => {
  const { noun, log, columns, newer, onNewest, empty } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const [density] = usePreference('density');
  const label = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s`;
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
        <Head columns={columns} />
        <Rows key={density} {...props} scroller={scroller} rowHeight={rowPx(density)} />
      </div>
    </div>
  );
};

const gridOf = (columns: readonly Pick<LogColumn<never>, 'width'>[]) => ({
  gridTemplateColumns: columns.map(({ width }) => width).join(' '),
});

const Head = <T,>({ columns }: { columns: readonly LogColumn<T>[] }) => (
  // biome-ignore lint/a11y/useSemanticElements: see above
  <div role="rowgroup">
    {/* biome-ignore lint/a11y/useSemanticElements: see above */}
    <div role="row" className={classes.head} style={gridOf(columns)} tabIndex={-1}>
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

const Rows = <T,>({ noun, log, columns, scroller, rowHeight }: RowsProps<T>) => {
  useKeptScroll(scroller, noun);
  const virtual = useVirtualizer({
    count: log.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    onChange: ({ range }) => {
      if (range) log.onSight({ from: range.startIndex, to: range.endIndex });
    },
  });
  const grid = gridOf(columns);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div
      role="rowgroup"
      ref={scroller}
      className={classes.scroller}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard
      tabIndex={0}
      data-testid="log-rows"
    >
      <div style={{ height: virtual.getTotalSize() }} className={classes.rows}>
        {virtual.getVirtualItems().map(({ index, start }) => (
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div
            key={index}
            role="row"
            tabIndex={-1}
            aria-rowindex={index + 2}
            className={classes.row}
            style={{ ...grid, transform: `translateY(${start}px)` }}
          >
            <Cells row={log.row(index)} columns={columns} />
          </div>
        ))}
      </div>
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
