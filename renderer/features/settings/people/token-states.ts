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

/** The names of those that end with a token when it is revoked. */
export const endingWith = (
  tokens: readonly PersonalToken[],
  { id }: Pick<PersonalToken, 'id'>,
  nowMs: number,
): string[] =>
  tokens
    .filter(({ parentId }) => parentId === id)
    .flatMap((one) => [
      ...(tokenState(one, nowMs) === 'active' ? [one.name] : []),
      ...endingWith(tokens, one, nowMs),
    ]);
