import type { PersonalToken } from '#contract/people.ts';

export type TokenState = 'active' | 'revoked' | 'expired';

/** Followed by the instant. */
export const tokenStateLabels: Readonly<Record<TokenState, string>> = {
  active: 'Expires',
  revoked: 'Revoked',
  expired: 'Expired',
};

/** @param nowMs UTC */
export const tokenState = ({ revoked, expires }: PersonalToken, nowMs: number): TokenState => {
  if (revoked !== undefined) return 'revoked';
  return Date.parse(expires) <= nowMs ? 'expired' : 'active';
};
