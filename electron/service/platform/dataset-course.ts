import { draw } from '#base/ids.ts';
import type { DatasetStatus } from '#contract/data.ts';
import { progressAt, stageAt } from '#contract/dataset-progress.ts';

/** How a dataset runs: a pure function of its seed, its pace, its start and the time. Source: `docs/reference/rules/data.md#dataset-status`. */

/** A dataset on a platform of the usual pace takes this long, ms: short enough to watch on the system's clock. */
const shortestMs = 2000;
const longestMs = 8000;

/** How much longer than usual a slow platform takes. */
export const slowPace = 20;

/** Lengths are multiples of this, ms: datasets that end together are written together. */
const stepMs = 500;

/** How long it takes, ms. `pace`: how many times longer than usual. */
export const durationOf = (seed: number, pace: number): number => {
  const steps = (shortestMs + draw(seed, 'duration') * (longestMs - shortestMs)) / stepMs;
  return Math.round(Math.round(steps) * stepMs * pace);
};

/** Where one stands at `nowMs` that runs from `startMs` to `endMs`, as long as its end is not written. Instants in ms UTC. */
export const stateAt = (
  startMs: number,
  endMs: number,
  nowMs: number,
): { status: DatasetStatus; progress: number } => {
  const progress = progressAt(startMs, endMs, nowMs);
  return { status: stageAt(progress), progress };
};
