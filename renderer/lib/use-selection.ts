import { useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { mostSelected, type Selection } from '#contract/selection.ts';
import {
  everything,
  isSelected,
  nothing,
  rangeSelected,
  type SelectionState,
  selectionRequest,
  setRows,
  toggled,
} from './selection.ts';

/** A list that is complete on the page, or one that the server filters and pages. */
type Of<F> =
  | { readonly among: readonly string[] }
  | {
      readonly filter: F;
      /** Rows of the filter; undefined while that is not known. */
      readonly total?: number | undefined;
    };

interface Held {
  /** The filter as text: another one has other rows, and begins with none. */
  readonly of: string;
  readonly state: SelectionState;
}

/** Selections by the entry of the history and their name. */
const kept = new Map<string, Held>();

/** Of the rows of one list. */
export interface RowSelection<F = unknown> {
  readonly has: (id: string) => boolean;
  /** undefined: all of a filter whose rows are not counted yet. */
  readonly count: number | undefined;
  /** Rows that there are; undefined as above. */
  readonly total: number | undefined;
  /** All of the filter, or all but some. */
  readonly isAll: boolean;
  readonly isNone: boolean;
  /** Deselected ones of `isAll`. */
  readonly exceptions: number;
  /** More than a request may name. */
  readonly isTooMany: boolean;
  /** The row at which a range begins. */
  readonly anchor: string | undefined;
  readonly toggle: (id: string) => void;
  /** @param rows in their order, from the anchor on; see `rowsBetween` */
  readonly range: (rows: readonly string[]) => void;
  readonly set: (rows: readonly string[], on: boolean) => void;
  /** All of the filter. */
  readonly all: () => void;
  readonly clear: () => void;
  /** What a request says of it. */
  readonly request: Selection<F>;
}

/**
 * The selected rows of a list. It is kept while rows scroll out of sight and for Back; another filter begins with none.
 * @param name of the list, unique on its screen
 */
export const useSelection = <F = never>(name: string, of: Of<F>): RowSelection<F> => {
  const { key } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const entry = `${key} ${name}`;
  const filter = 'filter' in of ? of.filter : undefined;
  const among = 'among' in of ? of.among : undefined;
  const total = 'among' in of ? of.among.length : of.total;
  const text = JSON.stringify(filter) ?? '';
  const [held, setHeld] = useState<Held>(
    () => (isReturn ? kept.get(entry) : undefined) ?? { of: text, state: nothing },
  );
  useEffect(() => {
    kept.set(entry, held);
  }, [entry, held]);
  const state = held.of === text ? held.state : nothing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter is compared by its text
  return useMemo(() => {
    const change = (next: (before: SelectionState) => SelectionState): void =>
      setHeld((before) => ({ of: text, state: next(before.of === text ? before.state : nothing) }));
    const request = selectionRequest(state, filter as F, among);
    const count = 'ids' in request ? request.ids.length : total && Math.max(0, total - state.ids.size);
    return {
      has: (id) => isSelected(state, id),
      count,
      total,
      isAll: state.all,
      isNone: count === 0,
      exceptions: state.all ? state.ids.size : 0,
      isTooMany: ('ids' in request ? request.ids.length : state.ids.size) > mostSelected,
      anchor: state.anchor?.id,
      toggle: (id) => change((before) => toggled(before, id)),
      range: (rows) => change((before) => rangeSelected(before, rows)),
      set: (rows, on) => change((before) => setRows(before, rows, on)),
      all: () => change(() => (among === undefined ? everything : setRows(nothing, among, true))),
      clear: () => change(() => nothing),
      request,
    };
  }, [state, text, among, total]);
};
