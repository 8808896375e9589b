import { createLargeMap } from '#desk/store/large-map.ts';
import type { PlannedRow, RunRows } from './plan.ts';

/** Rows as they are chosen, one by one. */
export interface GatheredRows extends RunRows {
  add(row: PlannedRow): void;
}

export const gatherRows = (): GatheredRows => {
  const byRef = createLargeMap<readonly PlannedRow[]>();
  let length = 0;
  return {
    get length() {
      return length;
    },
    add(planned) {
      const { ref } = planned.row;
      byRef.set(ref, [...(byRef.get(ref) ?? []), planned]);
      length += 1;
    },
    groups: () => byRef.values(),
    ofRef: (ref) => byRef.get(ref) ?? [],
    *[Symbol.iterator]() {
      for (const group of byRef.values()) yield* group;
    },
    close: byRef.close,
  };
};

export const runRowsOf = (rows: Iterable<PlannedRow>): RunRows => {
  const gathered = gatherRows();
  for (const one of rows) gathered.add(one);
  return gathered;
};
