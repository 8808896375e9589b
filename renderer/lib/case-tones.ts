import type { CaseSummary } from '#contract/case.ts';

/** What a case's values mean to the person. */

export const stateTones = {
  open: 'active',
  closed: 'neutral',
  archived: 'neutral',
} as const satisfies Readonly<Record<CaseSummary['state'], string>>;

export const verdictTones = {
  eligible: 'good',
  blocked: 'bad',
  undetermined: 'attention',
} as const satisfies Readonly<Record<NonNullable<CaseSummary['verdict']>, string>>;
