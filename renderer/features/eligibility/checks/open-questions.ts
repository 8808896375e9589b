import type { EligibilityView, RowResult } from '#contract/eligibility.ts';

/** Test runs that a check reads: what their suites cover is for a person to state. */
export const testRunsOf = ({ evidence }: Pick<EligibilityView, 'evidence'>, result: RowResult) =>
  evidence.filter(
    ({ id, testRun, findingCount }) =>
      testRun?.end !== undefined && findingCount === 0 && result.evidence.includes(id),
  );

/** Evidence of a check with an open question: traffic whose API hosts are not named. */
export const openQuestions = ({ evidence }: Pick<EligibilityView, 'evidence'>, result: RowResult) =>
  evidence.filter(({ id, traffic }) => traffic?.isOpen === true && result.evidence.includes(id));
