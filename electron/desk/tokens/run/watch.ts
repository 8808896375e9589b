/** A row by what finds it again: thousands may wait for hours, and the rest of them stays in the table meanwhile. */
export interface ParkedRow {
  readonly id: number;
  readonly ref: string;
}

/** Rows whose sync is under way, each with the time of its next check: soon at first, then ever less often. */
export interface Watch {
  /**
   * @param checks those made so far
   * @param endsMs when its sync has probably ended: it is not checked before, unless that is far away
   */
  add(row: ParkedRow, checks: number, nowMs: number, endsMs?: number): void;
  /** One that is due. */
  take(nowMs: number): Due | undefined;
  /** When the next one is due, ms; undefined if none is watched. */
  nextAt(): number | undefined;
  readonly size: number;
}

export interface Due {
  readonly row: ParkedRow;
  readonly checks: number;
}

/** ms from one check to the next; the last one stays. */
const ladder = [0, 2000, 3000, 5000, 8000, 13_000, 20_000, 30_000];
const longestMs = ladder.at(-1) as number;

const waitOf = (checks: number, leftMs: number): number =>
  checks > 0 && leftMs > 0
    ? Math.min(leftMs, longestMs)
    : (ladder[Math.min(checks, ladder.length - 1)] as number);

export const createWatch = (): Watch => {
  /** From `head` on in the order in which they are due: most that come are due last, so that few are moved. */
  const waiting: (Due & { readonly dueAt: number })[] = [];
  let head = 0;

  return {
    add({ id, ref }, checks, nowMs, endsMs = nowMs) {
      const dueAt = nowMs + waitOf(checks, endsMs - nowMs);
      waiting.splice(placeOf(dueAt, waiting, head), 0, { row: { id, ref }, checks, dueAt });
    },
    take(nowMs) {
      const due = waiting[head];
      if (due === undefined || due.dueAt > nowMs) return undefined;
      head += 1;
      // Taking from the front of an array costs its length.
      if (head >= 1000 && head >= waiting.length / 2) {
        waiting.splice(0, head);
        head = 0;
      }
      return { row: due.row, checks: due.checks };
    },
    nextAt: () => waiting[head]?.dueAt,
    get size() {
      return waiting.length - head;
    },
  };
};

/** Behind those that are due at the same time. */
const placeOf = (dueAt: number, waiting: readonly { readonly dueAt: number }[], head: number): number => {
  let from = head;
  let to = waiting.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((waiting[middle] as { dueAt: number }).dueAt <= dueAt) from = middle + 1;
    else to = middle;
  }
  return from;
};
