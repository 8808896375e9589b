import type { Selection } from '#contract/selection.ts';

/** Which rows of a list are selected: some by id, or all of its filter but some. */
export interface SelectionState {
  readonly all: boolean;
  /** The selected ones; with `all`, those that are not. */
  readonly ids: ReadonlySet<string>;
  /** Where a range begins. */
  readonly anchor?: Anchor;
}

interface Anchor {
  readonly id: string;
  /** As `ids` was then: a range that is drawn again replaces the one before it. */
  readonly ids: ReadonlySet<string>;
}

export const nothing: SelectionState = { all: false, ids: new Set() };
export const everything: SelectionState = { all: true, ids: new Set() };

export const isSelected = ({ all, ids }: Pick<SelectionState, 'all' | 'ids'>, id: string): boolean =>
  ids.has(id) !== all;

/** Selects or deselects rows. The last of them begins the next range. */
export const setRows = (state: SelectionState, rows: readonly string[], on: boolean): SelectionState => {
  const ids = changed(state, state.ids, rows, on);
  const last = rows.at(-1);
  return { all: state.all, ids, ...(last === undefined ? {} : { anchor: { id: last, ids } }) };
};

export const toggled = (state: SelectionState, id: string): SelectionState =>
  setRows(state, [id], !isSelected(state, id));

/**
 * Rows from the anchor to another get the anchor's state; the range that was drawn from it before is taken back.
 * @param rows in their order, the anchor's among them; without an anchor the first becomes it, selected
 */
export const rangeSelected = (state: SelectionState, rows: readonly string[]): SelectionState => {
  const [first] = rows;
  if (first === undefined) return state;
  const from = state.anchor === undefined ? setRows(state, [first], true) : state;
  const anchor = from.anchor as Anchor;
  const on = isSelected({ all: state.all, ids: anchor.ids }, anchor.id);
  return { all: state.all, ids: changed(state, anchor.ids, rows, on), anchor };
};

const changed = (
  { all }: SelectionState,
  ids: ReadonlySet<string>,
  rows: readonly string[],
  on: boolean,
): ReadonlySet<string> => (on === all ? ids.difference(new Set(rows)) : ids.union(new Set(rows)));

/** What a request says of the state. @param among all rows of a list that is complete on the page */
export const selectionRequest = <F>(
  { all, ids }: SelectionState,
  filter: F,
  among?: readonly string[],
): Selection<F> => {
  if (among !== undefined) return { ids: among.filter((id) => isSelected({ all, ids }, id)) };
  if (!all) return { ids: [...ids] };
  return { filter, ...(ids.size === 0 ? {} : { except: [...ids] }) };
};

/**
 * Ids of the rows between the anchor and a row, the anchor's first. The anchor is looked for from the row on, both
 * ways, as far as rows are known.
 * @returns undefined where the anchor is not reached: what lies between is not known
 */
export const rowsBetween = (
  idAt: (index: number) => string | undefined,
  index: number,
  anchor: string,
): readonly string[] | undefined => walk(idAt, index, anchor, -1) ?? walk(idAt, index, anchor, 1);

const walk = (
  idAt: (index: number) => string | undefined,
  index: number,
  anchor: string,
  step: 1 | -1,
): readonly string[] | undefined => {
  const passed: string[] = [];
  for (let at = index; ; at += step) {
    const id = idAt(at);
    if (id === undefined) return undefined;
    passed.push(id);
    if (id === anchor) return passed.reverse();
  }
};
