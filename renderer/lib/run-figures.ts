import { formatCount, formatEstimate, formatNumber } from '#contract/format.ts';
import { goneThrough } from '#contract/run-labels.ts';
import type { Run } from '#contract/token-runs.ts';

/** Figures of a run, as text. */

/** Rows that are neither ended nor under way. */
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

/** `200 per minute, about 2 min left`; empty unless it runs and something is known. */
export const formatPace = ({ state, perMinute, leftMs }: Run): string =>
  state === 'running'
    ? [
        ...(perMinute === undefined ? [] : [`${formatNumber(Math.round(perMinute))} per minute`]),
        ...(leftMs === undefined ? [] : [`${formatEstimate(leftMs)} left`]),
      ].join(', ')
    : '';
