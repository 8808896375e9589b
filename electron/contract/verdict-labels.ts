import type { RowResult, RowState, VerdictState } from './eligibility.ts';

/** Checks and verdicts, for people: screens, command line and reports say the same. */

/** The result of a check. */
export const rowStateLabels: Readonly<Record<RowState, string>> = {
  present: 'Found',
  absent: 'Not found',
  unknown: 'Needs an answer',
};

export const verdictLabels: Readonly<Record<VerdictState, string>> = {
  eligible: 'Eligible',
  blocked: 'Blocked',
  undetermined: 'Undetermined',
};

/** A verdict as a list shows it: after the cutover nothing is to be requested any more. */
export const verdictLabel = (verdict: VerdictState, cutOver: string | undefined): string =>
  verdict === 'eligible' && cutOver !== undefined ? 'Migrated' : verdictLabels[verdict];

/** One sentence each, without its period. */
export const verdictSentences: Readonly<Record<VerdictState, string>> = {
  eligible: 'Eligible: the migration may be requested',
  blocked: 'Blocked: the integrator must not migrate yet',
  undetermined: 'Undetermined: absence of blockers is not shown yet',
};

/** In a sentence: "found", "not found", "needs an answer". */
export const formatRowState = (state: RowState): string => rowStateLabels[state].toLowerCase();

/** Why a check has its result: the first ground, but for mentions to review, which are what to do next. */
export const reasonOf = ({ because, missing, toReview = 0 }: RowResult): string | undefined =>
  toReview > 0 ? (missing ?? because[0]) : (because[0] ?? missing);
