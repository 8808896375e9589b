/** From when until when what a process answered is in the log. Ms UTC. */
export interface CallWatch {
  readonly since: number;
  readonly until: number;
  /** Undefined: it is there. Later than `until`: it went without a word, and what it answered between may be lost. */
  readonly ended: number | undefined;
}

/** Whatever was answered before this instant is in the log, or known not to be. */
export const settledUntil = (watches: readonly CallWatch[], now: number): number =>
  Math.min(now, ...watches.filter(({ ended }) => ended === undefined).map(({ until }) => until));

/**
 * How much of a time was not observed, ms: no process answered, or one may have answered what it did not write.
 * @param lostUntil calls until then were removed before they were read; 0: none were
 */
export const unwatchedTime = (
  watches: readonly CallWatch[],
  { from, to, lostUntil }: { readonly from: number; readonly to: number; readonly lostUntil: number },
): number => {
  const doubtful = watches.map(({ until, ended = to }): Span => [until, ended]);
  const covered = watches.map(({ since, until }): Span => [since, until]);
  const gaps = [[from, lostUntil] as const, ...doubtful, ...between(joined(covered), from, to)];
  return Math.round(
    joined(gaps).reduce(
      (sum, [start, end]) => sum + Math.max(0, Math.min(end, to) - Math.max(start, from)),
      0,
    ),
  );
};

type Span = readonly [start: number, end: number];

/** In order, none touching another. */
const joined = (spans: readonly Span[]): Span[] => {
  const found: Span[] = [];
  for (const span of spans.filter(([start, end]) => end > start).sort(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last === undefined || span[0] > last[1]) found.push(span);
    else found[found.length - 1] = [last[0], Math.max(last[1], span[1])];
  }
  return found;
};

/** What spans leave of a time. */
const between = (spans: readonly Span[], from: number, to: number): Span[] =>
  [...spans.map(([start]) => start), to].map((end, at): Span => [spans[at - 1]?.[1] ?? from, end]);
