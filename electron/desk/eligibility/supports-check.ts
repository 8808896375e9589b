import type { EligibilityRow, Finding } from '#contract/eligibility.ts';

/** What checks `Authorization` supports both rows of the auth header. */
export const supportsCheck = ({ row, kind }: Finding, wanted: EligibilityRow): boolean =>
  row === wanted || (kind === 'authorization-check' && wanted === 'auth-header-profile');
