import type { Cause } from '#contract/token-causes.ts';

/** Rows that a run does not take. */

export interface LeftOutRow {
  readonly line: number;
  readonly ref?: string;
  readonly why: string;
  /** Of one that is held. */
  readonly cause?: Cause;
}

export interface LeftOut {
  readonly count: number;
  /** How many for each reason. */
  readonly byWhy: ReadonlyMap<string, number>;
  /** How many of them are held, by cause. */
  readonly heldCauses: Readonly<Record<string, number>>;
  /** The first ones, those that are held before the others. */
  listed(most: number): LeftOutRow[];
}

export interface LeftOutList extends LeftOut {
  add(rows: readonly LeftOutRow[]): void;
}

/** So many of each kind can be listed. */
const mostListed = 1000;

export const createLeftOut = (): LeftOutList => {
  const held: LeftOutRow[] = [];
  const others: LeftOutRow[] = [];
  const byWhy = new Map<string, number>();
  const heldCauses: Record<string, number> = {};
  let count = 0;
  return {
    get count() {
      return count;
    },
    byWhy,
    heldCauses,
    listed: (most) => [...held, ...others].slice(0, most),
    add(rows) {
      for (const row of rows) {
        const { why, cause } = row;
        count += 1;
        byWhy.set(why, (byWhy.get(why) ?? 0) + 1);
        if (cause !== undefined) heldCauses[cause] = (heldCauses[cause] ?? 0) + 1;
        const list = cause === undefined ? others : held;
        if (list.length < mostListed) list.push(row);
      }
    },
  };
};
