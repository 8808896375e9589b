import type { EligibilityView, RowResult } from '#contract/eligibility.ts';

/** Evidence of a check with an open question: traffic whose API hosts are not named. */
export const openQuestions = ({ evidence }: Pick<EligibilityView, 'evidence'>, result: RowResult) =>
  evidence.filter(({ id, traffic }) => traffic?.isOpen === true && result.evidence.includes(id));
