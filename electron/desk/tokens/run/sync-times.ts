import type { PullOperation } from '#contract/data.ts';

/**
 * How long the syncs of a run take, by platform, as their datasets say: one that was begun is checked when it has
 * probably ended. A check before that tells nothing new, and counts against the quota of the target.
 * Source: `docs/reference/rules/tokens.md#order-of-calls`.
 */
export interface SyncTimes {
  /** What a check found, so long after the sync was begun, ms. */
  found(platformKey: string, datasets: readonly PullOperation[], elapsedMs: number): void;
  /** After so long a sync has probably ended, ms; undefined while there is no sign of it. */
  usualMs(platformKey: string): number | undefined;
}

interface Known {
  /** Of the last syncs that ended, ms. */
  readonly ends: number[];
  /** By the progress of the slowest dataset that was met, ms. */
  forecast: number | undefined;
}

/** Syncs that are remembered: as long as the longest of them, nearly every one takes. */
const remembered = 50;
/** Ends are written a little after their time. */
const margin = 1.05;
/** Below it, progress in whole percent tells too little, percent. */
const tellingProgress = 10;

export const createSyncTimes = (): SyncTimes => {
  const byPlatform = new Map<string, Known>();
  return {
    found(platformKey, datasets, elapsedMs) {
      const known = byPlatform.get(platformKey) ?? { ends: [], forecast: undefined };
      byPlatform.set(platformKey, known);
      const took = durationOf(datasets);
      if (took === undefined) known.forecast = forecastOf(datasets, elapsedMs) ?? known.forecast;
      else if (known.ends.push(took) > remembered) known.ends.shift();
    },
    usualMs(platformKey) {
      const { ends = [], forecast } = byPlatform.get(platformKey) ?? {};
      const usual = ends.length > 0 ? Math.max(...ends) : forecast;
      return usual === undefined ? undefined : usual * margin;
    },
  };
};

/** By the target's own clock, ms; undefined while one runs. */
const durationOf = (datasets: readonly PullOperation[]): number | undefined => {
  const ends = datasets.map(({ completed }) => Date.parse(completed ?? ''));
  const begins = datasets.map(({ requested }) => Date.parse(requested));
  const took = Math.max(...ends) - Math.min(...begins);
  return Number.isFinite(took) && took > 0 ? took : undefined;
};

const forecastOf = (datasets: readonly PullOperation[], elapsedMs: number): number | undefined => {
  const slowest = Math.min(...datasets.map(({ progress }) => progress));
  // Whole percent are cut off, so it is further by half of one on average.
  return slowest >= tellingProgress && slowest < 100 ? (elapsedMs * 100) / (slowest + 0.5) : undefined;
};
