import type { CutoverCheck, RowResult, RowState, Verdict, VerdictState } from './eligibility.ts';
import { formatCount } from './format.ts';

/** Checks and verdicts, for people: screens, command line and reports say the same. */

/** The result of a check. */
export const rowStateLabels: Readonly<Record<RowState, string>> = {
  present: 'Found',
  absent: 'Not found',
  unknown: 'Needs an answer',
};

type ExpectationState = CutoverCheck['expectations'][number]['state'];

/** Whether an endpoint or a header is there after a cutover. */
export const expectationLabels: Readonly<Record<ExpectationState, string>> = {
  met: 'Found',
  missing: 'Missing',
  'not-visible': 'Not visible',
};

export const verdictLabels: Readonly<Record<VerdictState, string>> = {
  eligible: 'Eligible',
  blocked: 'Blocked',
  undetermined: 'Undetermined',
};

/** A verdict in a list. */
export const verdictLabel = (verdict: VerdictState, cutOver: string | undefined): string =>
  verdict === 'eligible' && cutOver !== undefined ? 'Migrated' : verdictLabels[verdict];

/** One sentence, without its period. */
export const verdictTitle = ({ state, rows }: Verdict): string => {
  const count = (wanted: RowState): number =>
    rows.filter(({ blocks, state: one }) => blocks && one === wanted).length;
  if (state === 'blocked') return `Blocked: ${formatCount(count('present'), 'check')} failed`;
  if (state === 'eligible') return 'Eligible: the migration can be requested';
  const open = count('unknown');
  return `Undetermined: ${formatCount(open, 'check')} ${open === 1 ? 'needs' : 'need'} an answer`;
};

/** In a sentence: "found", "not found", "needs an answer". */
export const formatRowState = (state: RowState): string => rowStateLabels[state].toLowerCase();

/** In a table: "found", "missing", "not visible". */
export const formatExpectation = (state: ExpectationState): string => expectationLabels[state].toLowerCase();

/** The reason of a result: the next step if mentions need review, else the first reason. */
export const reasonOf = ({ because, missing, toReview = 0 }: RowResult): string | undefined =>
  toReview > 0 ? (missing ?? because[0]) : (because[0] ?? missing);
