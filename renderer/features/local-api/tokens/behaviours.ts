import type { TokenBehaviour } from '#contract/sandbox.ts';

/** What a behaviour stands for, and what shows of it. What is wrong with a token shows in the sync, never before. */
export const behaviours: readonly {
  readonly value: TokenBehaviour;
  readonly label: string;
  readonly meaning: string;
}[] = [
  { value: 'good', label: 'Good', meaning: 'Every data type syncs.' },
  {
    value: 'expired-refreshable',
    label: 'Expired, can be refreshed',
    meaning:
      'The access token has run out, and the refresh token still works: the service refreshes it, and every data type syncs.',
  },
  {
    value: 'refresh-token-used',
    label: 'Refresh token used',
    meaning:
      'It was rotated away by a refresh elsewhere. The sync ends in AuthError and the connection is Deauthorized: the newest token is needed.',
  },
  {
    value: 'revoked',
    label: 'Revoked',
    meaning:
      'The customer has taken the access back. The sync ends in AuthError and the connection is Deauthorized: the customer has to connect again.',
  },
  {
    value: 'scope-missing',
    label: 'Scope missing',
    meaning: 'Some data types end in PermissionsError; the others sync.',
  },
  {
    value: 'rate-limited',
    label: 'Rate limited',
    meaning: "Data types end in RateLimitError: the platform's own limit is used up.",
  },
  { value: 'slow', label: 'Slow', meaning: 'Every data type syncs, and takes its time.' },
  {
    value: 'one-data-type-fails',
    label: 'One data type fails',
    meaning: 'It ends in FetchError; the others sync.',
  },
  {
    value: 'used-by-old-application',
    label: 'Still used by the old application',
    meaning:
      'It works at first. When its access token runs out, the old application refreshes and so kills the copy: a sync after that ends in AuthError. That is why syncing is disabled there before a migration.',
  },
];
