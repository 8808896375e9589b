import { useElementSize, useMergedRef } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import type { CaseSummary } from '#contract/case.ts';
import type { CaseGroup } from '#contract/case-list.ts';
import { formatNumber } from '#contract/format.ts';
import { rowPx } from '#renderer/lib/density.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { useKeptScroll } from '#renderer/lib/use-kept-scroll.ts';
import { usePreference } from '#renderer/lib/use-preferences.ts';
import { isControl, keepText, type RowKeys, useRowKeys } from '#renderer/lib/use-row-keys.ts';
import type { RowSelection } from '#renderer/lib/use-selection.ts';
import { SelectBox } from '#renderer/ui/select-box.tsx';
import type { CaseLayout, Line } from './case-layout.ts';
import type { SortBy } from './views.ts';
import classes from './worklist.module.css';
import { type CellContext, fittingColumns, type WorklistColumn } from './worklist-columns.tsx';

interface CaseRowsProps {
  readonly layout: CaseLayout;
  readonly rowAt: (index: number) => CaseSummary | undefined;
  readonly columns: readonly WorklistColumn[];
  readonly context: CellContext;
  readonly sort: SortBy;
  readonly onSort: (sort: SortBy) => void;
  readonly groupLabel: (group: CaseGroup) => ReactNode;
  readonly folded: ReadonlySet<string>;
  readonly onFold: (id: string) => void;
  readonly selection: RowSelection;
  readonly onOpen: (one: CaseSummary) => void;
  /** Indexes of the rows in sight, in the list. */
  readonly onSight: (from: number, to: number) => void;
}

const groupPx = 28;

/** Cases in groups, of which those in sight are read and drawn: ten thousand scroll like ten. */
export const CaseRows = (props: CaseRowsProps) => {
  const { layout, rowAt, onOpen, selection, onSight } = props;
  const [density] = usePreference('density');
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: sized, width } = useElementSize<HTMLDivElement>();
  const merged = useMergedRef(scroller, sized);
  useKeptScroll(scroller, 'Cases');
  const virtual = useVirtualizer({
    count: layout.count,
    getScrollElement: () => scroller.current,
    estimateSize: (line) => (layout.lineAt(line)?.kind === 'group' ? groupPx : rowPx(density)),
    overscan: 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes follow the lines, and the density
  useEffect(() => virtual.measure(), [layout, density]);
  const items = virtual.getVirtualItems();
  useSight(items, layout, onSight);
  const caseAt = (at: number): CaseSummary | undefined => {
    const index = layout.indexOf(at);
    return index === undefined ? undefined : rowAt(index);
  };
  const keys = useRowKeys({
    scroller,
    idAt: (at) => caseAt(at)?.id,
    selection,
    onOpen: (at) => {
      const one = caseAt(at);
      if (one) onOpen(one);
    },
  });
  const columns = useMemo(() => fittingColumns(props.columns, width), [props.columns, width]);
  const grid = { gridTemplateColumns: ['16px', ...columns.map((column) => column.width)].join(' ') };
  const drawn = items.flatMap(({ index }) => {
    const line = layout.lineAt(index);
    return line?.kind === 'row' ? [line.at] : [];
  });
  const tabStop = keys.tabStop(drawn);
  useFirstRow(scroller, virtual, layout, tabStop ?? 0);
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are placed one by one, which a table's can't be
    <div role="table" aria-label="Cases" aria-rowcount={layout.rows + 1} className={classes.table}>
      <Head {...props} columns={columns} grid={grid} />
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div
        ref={merged}
        className={classes.scroller}
        role="rowgroup"
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        <div className={classes.lines} style={{ height: virtual.getTotalSize() }} role="presentation">
          {items.map(({ index, start, size }) => {
            const line = layout.lineAt(index);
            const place = { transform: `translateY(${start}px)`, height: size };
            if (line === undefined) return undefined;
            return line.kind === 'group' ? (
              <GroupLine key={`group ${line.id}`} {...props} line={line} place={place} />
            ) : (
              <CaseLine
                key={`row ${line.index}`}
                {...props}
                columns={columns}
                line={line}
                one={rowAt(line.index)}
                keys={keys}
                isStop={line.at === tabStop}
                style={{ ...place, ...grid }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
};

/** Down, Up, J and K lead into the list from wherever the focus is on the screen. */
const useFirstRow = (
  scroller: { readonly current: HTMLElement | null },
  virtual: Virtualizer<HTMLDivElement, Element>,
  layout: CaseLayout,
  at: number,
): void => {
  const enter = (): void => {
    const row = () => scroller.current?.querySelector<HTMLElement>(`[data-index="${at}"]`);
    if (row() === null) virtual.scrollToIndex(layout.lineOf(at));
    row()?.focus();
  };
  useShortcuts('Home', [{ label: 'Go to the list', keys: ['ArrowDown', 'ArrowUp', 'J', 'K'], run: enter }]);
};

const useSight = (
  items: readonly { readonly index: number }[],
  layout: CaseLayout,
  onSight: CaseRowsProps['onSight'],
): void => {
  const rows = items.flatMap(({ index }) => {
    const line = layout.lineAt(index);
    return line?.kind === 'row' ? [line.index] : [];
  });
  const [from, to] = [rows[0] ?? 0, rows.at(-1) ?? 0];
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when others come into sight
  useEffect(() => onSight(from, to), [from, to]);
};

type HeadProps = Pick<CaseRowsProps, 'columns' | 'sort' | 'onSort' | 'selection'> & {
  readonly grid: { readonly gridTemplateColumns: string };
};

const Head = ({ columns, sort, onSort, selection, grid }: HeadProps) => {
  const isWhole = selection.isAll && selection.exceptions === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="rowgroup">
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="row" className={classes.head} style={grid} tabIndex={-1}>
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <span role="columnheader" tabIndex={-1}>
          <SelectBox
            label="Select all cases of the list"
            checked={isWhole}
            indeterminate={!selection.isNone && !isWhole}
            onToggle={() => (isWhole ? selection.clear() : selection.all())}
          />
        </span>
        {columns.map(({ id, header, sort: by }) => {
          const isSorted = sort === by || sort === `-${by}`;
          const isDown = sort === `-${by}`;
          return (
            // biome-ignore lint/a11y/useSemanticElements: see above
            <span
              key={id}
              role="columnheader"
              tabIndex={-1}
              aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}
            >
              <button
                type="button"
                className={classes.sort}
                onClick={() => onSort(isSorted && !isDown ? `-${by}` : by)}
              >
                {header}
                {isSorted &&
                  (isDown ? <IconArrowDown size={12} aria-hidden /> : <IconArrowUp size={12} aria-hidden />)}
              </button>
            </span>
          );
        })}
      </div>
    </div>
  );
};

interface GroupLineProps extends Pick<CaseRowsProps, 'groupLabel' | 'folded' | 'onFold'> {
  readonly line: Extract<Line, { kind: 'group' }>;
  readonly place: { readonly transform: string; readonly height: number };
}

const GroupLine = ({ line, place, groupLabel, folded, onFold }: GroupLineProps) => {
  const isFolded = folded.has(line.id);
  const Chevron = isFolded ? IconChevronRight : IconChevronDown;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div role="row" className={classes.group} style={place} tabIndex={-1}>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span role="cell">
        <button
          type="button"
          className={classes.fold}
          aria-expanded={!isFolded}
          onClick={() => onFold(line.id)}
        >
          <Chevron size={14} aria-hidden />
          {groupLabel(line.group)}
          <span className={classes.count}>{formatNumber(line.group.count)}</span>
        </button>
      </span>
    </div>
  );
};

interface CaseLineProps extends Pick<CaseRowsProps, 'columns' | 'context' | 'selection' | 'onOpen'> {
  readonly line: Extract<Line, { kind: 'row' }>;
  readonly one: CaseSummary | undefined;
  readonly keys: RowKeys;
  readonly isStop: boolean;
  readonly style: object;
}

const CaseLine = ({ line, one, keys, isStop, style, columns, context, selection, onOpen }: CaseLineProps) => {
  const isSelected = one !== undefined && selection.has(one.id);
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list acts on keys
    <div
      role="row"
      className={classes.row}
      style={style}
      data-index={line.at}
      aria-rowindex={line.at + 2}
      aria-selected={isSelected}
      tabIndex={isStop ? 0 : -1}
      onMouseDown={keepText}
      onClick={(event) => {
        if (keys.onClick(event, line.at) || isControl(event.target) || one === undefined) return;
        onOpen(one);
      }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span role="cell" className={classes.select} data-select>
        <SelectBox
          label={`Select ${one?.name ?? 'case'}`}
          checked={isSelected}
          blocked={one === undefined ? 'Loading' : undefined}
        />
      </span>
      <Cells one={one} columns={columns} context={context} />
    </div>
  );
};

/** Redrawn only when its case is another: most of a frame's rows were there in the one before. */
const Cells = memo(({ one, columns, context }: Pick<CaseLineProps, 'one' | 'columns' | 'context'>) =>
  columns.map(({ id, cell }) => (
    // biome-ignore lint/a11y/useSemanticElements: see above
    <span role="cell" key={id} className={classes.cell}>
      {one === undefined ? <span className={classes.reading} aria-hidden /> : cell(one, context)}
    </span>
  )),
);
