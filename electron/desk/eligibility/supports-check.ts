import type { EligibilityRow, Finding } from '#contract/eligibility.ts';

/** A check of `Authorization` in code supports both auth-header checks. */
export const supportsCheck = ({ row, kind }: Finding, wanted: EligibilityRow): boolean =>
  row === wanted || (kind === 'authorization-check' && wanted === 'auth-header-profile');
