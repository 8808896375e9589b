import type { Run, RunKind } from './token-runs.ts';

/** Runs of a token migration, in words and figures that every part of the program tells alike. Plain values, for the page too. */

export const runKindLabels: Readonly<Record<RunKind, string>> = {
  pilot: 'Pilot',
  run: 'Run',
  retry: 'Retry',
  rehearsal: 'Rehearsal',
  check: 'Check',
  undo: 'Undo',
};

/** A run that found duplicates is not simply done: somebody has to decide about them. */
export const formatRunState = ({ state, decision }: Pick<Run, 'state' | 'decision'>): string =>
  decision?.state === 'open' ? `${state} with duplicates` : state;

/** Rows that are as the run was to make them. */
export const goneThrough = ({ kind, counts }: Pick<Run, 'kind' | 'counts'>): number =>
  kind === 'undo' ? counts.undone : counts.done;
