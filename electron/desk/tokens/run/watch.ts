import type { RowWork } from './row-work.ts';

/** Rows whose sync is under way, each with the time of its next check: soon at first, then ever less often. */
export interface Watch {
  /** @param checks those made so far */
  add(work: RowWork, checks: number, nowMs: number): void;
  /** One that is due. */
  take(nowMs: number): { work: RowWork; checks: number } | undefined;
  /** When the next one is due, ms; undefined if none is watched. */
  nextAt(): number | undefined;
  readonly size: number;
}

/** ms from one check to the next; the last one stays. */
const ladder = [0, 2000, 3000, 5000, 8000, 13_000, 20_000, 30_000];

/** One queue for each rung, in the order in which its rows are due. */
export const createWatch = (): Watch => {
  const rungs = ladder.map((): { dueAt: number; work: RowWork; checks: number }[] => []);
  /** Where each queue begins: taking from the front of an array costs its length. */
  const heads = ladder.map(() => 0);
  let size = 0;

  const first = () => {
    let best: { rung: number; dueAt: number } | undefined;
    for (const [rung, queue] of rungs.entries()) {
      const head = queue[heads[rung] as number];
      if (head !== undefined && (best === undefined || head.dueAt < best.dueAt))
        best = { rung, dueAt: head.dueAt };
    }
    return best;
  };

  return {
    add(work, checks, nowMs) {
      const rung = Math.min(checks, ladder.length - 1);
      rungs[rung]?.push({ work, checks, dueAt: nowMs + (ladder[rung] as number) });
      size += 1;
    },
    take(nowMs) {
      const due = first();
      if (due === undefined || due.dueAt > nowMs) return undefined;
      const queue = rungs[due.rung] as (typeof rungs)[number];
      const at = heads[due.rung] as number;
      const taken = queue[at] as (typeof queue)[number];
      heads[due.rung] = at + 1;
      if (at + 1 >= 1000 && at + 1 >= queue.length / 2) {
        queue.splice(0, at + 1);
        heads[due.rung] = 0;
      }
      size -= 1;
      return { work: taken.work, checks: taken.checks };
    },
    nextAt: () => first()?.dueAt,
    get size() {
      return size;
    },
  };
};
