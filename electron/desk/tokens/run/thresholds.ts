import { causeLabels } from '#contract/token-causes.ts';
import type { Thresholds } from '#contract/token-runs.ts';
import type { TokenProgress } from '#desk/store/token-runs.ts';
import { failureOf } from './progress.ts';

/** What the thresholds of a run are held against. */
export interface Ended {
  /** Rows that ended, failed ones included. */
  readonly ended: number;
  readonly failed: number;
  /** The last ones that failed one after the other. */
  readonly inARow: number;
  readonly byCause: Readonly<Record<string, number>>;
}

export const noneEnded: Ended = { ended: 0, failed: 0, inARow: 0, byCause: {} };

type Result = Pick<TokenProgress, 'state' | 'failure'>;

/** One row more; a row that has not ended changes nothing. */
export const withEnd = (before: Ended, row: Result): Ended => {
  const { state } = row;
  if (state !== 'done' && state !== 'failed' && state !== 'undone') return before;
  const isFailed = state === 'failed';
  const cause = isFailed ? failureOf(row)?.cause : undefined;
  return {
    ended: before.ended + 1,
    failed: before.failed + Number(isFailed),
    inARow: isFailed ? before.inARow + 1 : 0,
    byCause:
      cause === undefined ? before.byCause : { ...before.byCause, [cause]: (before.byCause[cause] ?? 0) + 1 },
  };
};

/** Which threshold is passed, and by what, for the record of the pause; undefined while none is. */
export const passedThreshold = (
  { failedPercent, afterRows = 1, consecutive, causes = [] }: Thresholds,
  { ended, failed, inARow, byCause }: Ended,
): string | undefined => {
  const cause = causes.find((one) => (byCause[one] ?? 0) > 0);
  if (cause !== undefined) {
    const { title, action } = causeLabels[cause];
    return `Threshold "any ${title}" passed: ${rows(byCause[cause] ?? 0)} failed by it. ${action} ${next}`;
  }
  if (consecutive !== undefined && inARow >= consecutive) {
    return `Threshold "${consecutive} failed in a row" passed: the last ${inARow} failed. ${most(byCause)}${next}`;
  }
  if (failedPercent === undefined || ended < afterRows || failed * 100 <= failedPercent * ended) {
    return undefined;
  }
  const share = Math.round((failed * 1000) / ended) / 10;
  return `Threshold "${failedPercent} % failed" passed: ${failed} of ${rows(ended)} failed (${share} %). ${most(byCause)}${next}`;
};

/** Whether a pause was one of these. */
export const isByThreshold = (why: string): boolean => /^Threshold "[^"]+" passed: /.test(why);

const rows = (count: number): string => (count === 1 ? '1 row' : `${count} rows`);

const next = 'Resume to continue; failures before the resume no longer count.';

const most = (byCause: Ended['byCause']): string => {
  const [first] = Object.entries(byCause).sort(([, a], [, b]) => b - a);
  if (first === undefined) return '';
  const [cause, count] = first;
  return `Most frequent: ${causeLabels[cause as keyof typeof causeLabels].title} (${count}). `;
};
