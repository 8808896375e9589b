import { draw } from '#base/ids.ts';
import type { DatasetStatus } from '#contract/data.ts';
import { progressAt, stageAt } from '#contract/dataset-progress.ts';

/** How a dataset runs: a pure function of its start, its seed, its pace and the time. Source: `docs/reference/rules/data.md#dataset-status`. */

export interface DatasetStart {
  /** ms UTC */
  readonly requestedAt: number;
  readonly seed: number;
  /** How many times longer than usual it takes. */
  readonly pace: number;
}

/** A dataset on a platform of the usual pace takes this long, ms: short enough to watch on the system's clock. */
const shortestMs = 2000;
const longestMs = 8000;

/** How much longer than usual a slow platform takes. */
export const slowPace = 20;

/** Lengths are multiples of this, ms: datasets that end together are written together. */
const stepMs = 500;

/** When it ends, ms UTC. */
export const endsAt = ({ requestedAt, seed, pace }: DatasetStart): number => {
  const steps = (shortestMs + draw(seed, 'duration') * (longestMs - shortestMs)) / stepMs;
  return requestedAt + Math.round(Math.round(steps) * stepMs * pace);
};

/** Where it stands at `nowMs` (ms UTC), as long as its end is not written. */
export const stateAt = (start: DatasetStart, nowMs: number): { status: DatasetStatus; progress: number } => {
  const progress = progressAt(start.requestedAt, endsAt(start), nowMs);
  return { status: stageAt(progress), progress };
};
