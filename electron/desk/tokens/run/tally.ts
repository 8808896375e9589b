import { systemTime } from '#base/clock.ts';
import type { RunCounts } from '#contract/token-runs.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import { failureOf, isLeftLinked } from './progress.ts';

/** How many rows of a run are in which state, and how fast they end. */
export interface Tally {
  moved(from: TokenProgress | undefined, to: TokenProgress): void;
  counts(): RunCounts;
  failures(): Record<string, number>;
  /** Done on connections that were linked before. */
  alreadyLinked(): number;
  /** Rows a minute, over the last minute; undefined while nothing is known. */
  perMinute(): number | undefined;
  leftMs(): number | undefined;
}

const windowMs = 60_000;
/** Less would be chance. */
const fewestEnds = 5;

export const createTally = (): Tally => {
  const counts = { rows: 0, ready: 0, running: 0, syncing: 0, done: 0, failed: 0, undone: 0 };
  const failures: Record<string, number> = {};
  let linked = 0;
  const startedAt = systemTime.monotonic();
  let ends: number[] = [];

  const countFailure = (progress: TokenProgress, by: number): void => {
    const cause = progress.state === 'failed' ? failureOf(progress)?.cause : undefined;
    if (cause === undefined) return;
    failures[cause] = (failures[cause] ?? 0) + by;
    if (failures[cause] === 0) delete failures[cause];
  };
  const left = (): number => counts.ready + counts.running + counts.syncing;
  const perMinute = (): number | undefined => {
    const now = systemTime.monotonic();
    ends = ends.filter((at) => now - at <= windowMs);
    if (ends.length < fewestEnds) return undefined;
    return (ends.length / Math.max(1, Math.min(windowMs, now - startedAt))) * 60_000;
  };

  return {
    moved(from, to) {
      if (from === undefined) counts.rows += 1;
      else {
        counts[from.state] -= 1;
        countFailure(from, -1);
        if (isLeftLinked(from)) linked -= 1;
      }
      if (isLeftLinked(to)) linked += 1;
      counts[to.state] += 1;
      countFailure(to, 1);
      const isEnd = to.state === 'done' || to.state === 'failed' || to.state === 'undone';
      if (from !== undefined && isEnd && from.state !== to.state) ends.push(systemTime.monotonic());
    },
    counts: () => ({ ...counts }),
    failures: () => ({ ...failures }),
    alreadyLinked: () => linked,
    perMinute,
    leftMs() {
      const rate = perMinute();
      return rate === undefined ? undefined : Math.round((left() / rate) * 60_000);
    },
  };
};
