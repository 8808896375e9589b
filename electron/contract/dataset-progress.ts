import type { DatasetStatus, datasetStages } from './data.ts';

/** How far a running dataset is. Source: `docs/reference/rules/data.md#dataset-status`: its progress follows from the time alone. */

type Stage = (typeof datasetStages)[number];

/** The progress, in percent, from which each stage is reached; last first. */
export const stageStarts: readonly (readonly [stage: Stage, fromPercent: number])[] = [
  ['Processing', 85],
  ['Mapping', 62],
  ['MapQueued', 55],
  ['Fetching', 10],
  ['Queued', 3],
  ['Initial', 0],
];

/** Until its end is written, a dataset never shows more than this, in percent. */
export const mostProgressWhileRunning = 99;

/** In whole percent, of a dataset that runs from `startMs` to `endMs` and has not ended. Instants in ms UTC. */
export const progressAt = (startMs: number, endMs: number, nowMs: number): number => {
  if (nowMs <= startMs) return 0;
  if (nowMs >= endMs) return mostProgressWhileRunning;
  return Math.min(mostProgressWhileRunning, Math.floor(((nowMs - startMs) * 100) / (endMs - startMs)));
};

export const stageAt = (progress: number): Stage =>
  (stageStarts.find(([, from]) => progress >= from) as (typeof stageStarts)[number])[0];

/** Ended otherwise than well. One of "completed" and "errored" holds for every dataset that has ended. */
export const isErroredEnd = (status: DatasetStatus): boolean =>
  status !== 'Complete' && !stageStarts.some(([stage]) => stage === status);
