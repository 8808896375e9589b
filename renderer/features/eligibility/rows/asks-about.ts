import type { EligibilityView, RowResult } from '#contract/eligibility.ts';

/** Evidence of a check that a person has to answer a question about: traffic whose hosts nobody named. */
export const asksAbout = ({ evidence }: Pick<EligibilityView, 'evidence'>, result: RowResult) =>
  evidence.filter(({ id, traffic }) => traffic?.isOpen === true && result.evidence.includes(id));
