import { formatCount, formatNumber } from '#contract/format.ts';
import { goneThrough } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';

/** Figures of a run, in words. */

/** Rows of which nobody knows the end yet, and nothing is under way. */
export const leftOf = (run: Pick<Run, 'kind' | 'counts'>): number =>
  Math.max(0, run.counts.rows - goneThrough(run) - run.counts.failed - run.counts.syncing);

/**
 * `1,200 of 10,000 rows done, 4 failed, 30 syncing`
 * @param one what is counted, and `many` of it
 */
export const formatProgress = (run: Pick<Run, 'kind' | 'counts'>, one = 'row', many = `${one}s`): string => {
  const { rows, failed, syncing } = run.counts;
  return [
    `${formatNumber(goneThrough(run))} of ${formatCount(rows, one, many)} ${run.kind === 'undo' ? 'undone' : 'done'}`,
    ...(failed === 0 ? [] : [`${formatNumber(failed)} failed`]),
    ...(syncing === 0 ? [] : [`${formatNumber(syncing)} syncing`]),
  ].join(', ');
};
