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

/** Rows of a rehearsal count in the virtual time of its temporary instance; the rehearsal itself takes real time. */
export const rowDurationLabel = (kind: RunKind): string =>
  kind === 'rehearsal' ? 'Virtual duration' : 'Duration';
/** How long a run took, from its start to its end. */
export const runDurationLabel = (kind: RunKind): string =>
  kind === 'rehearsal' ? 'Real duration' : 'Duration';

/** A run that found duplicates is not simply done: somebody has to decide about them. */
export const formatRunState = ({ state, decision }: Pick<Run, 'state' | 'decision'>): string =>
  decision?.state === 'open' ? `${state} with duplicates` : state;

/** Rows that are as the run was to make them. */
export const goneThrough = ({ kind, counts }: Pick<Run, 'kind' | 'counts'>): number =>
  kind === 'undo' ? counts.undone : counts.done;
