import type { TokenBehaviour } from '#contract/sandbox.ts';

/** Problems of a token show in the sync, never before. */
export const behaviours: readonly {
  readonly value: TokenBehaviour;
  readonly label: string;
  readonly meaning: string;
}[] = [
  { value: 'good', label: 'Valid', meaning: 'Every data type syncs.' },
  {
    value: 'expired-refreshable',
    label: 'Expired, refreshable',
    meaning: 'The access token has expired; the service refreshes it, and every data type syncs.',
  },
  {
    value: 'refresh-token-used',
    label: 'Refresh token used',
    meaning:
      'Rotated by a refresh elsewhere: the sync ends in AuthError and the connection is Deauthorized. The newest token is needed.',
  },
  {
    value: 'revoked',
    label: 'Revoked',
    meaning:
      'Access withdrawn: the sync ends in AuthError and the connection is Deauthorized. The end user must connect again.',
  },
  {
    value: 'scope-missing',
    label: 'Scope missing',
    meaning: 'Some data types end in PermissionsError; the others sync.',
  },
  {
    value: 'rate-limited',
    label: 'Rate limited',
    meaning: "Data types end in RateLimitError: the platform's limit is reached.",
  },
  { value: 'slow', label: 'Slow', meaning: 'Every data type syncs, slowly.' },
  {
    value: 'one-data-type-fails',
    label: 'One data type fails',
    meaning: 'One data type ends in FetchError; the others sync.',
  },
  {
    value: 'used-by-old-application',
    label: 'Still used by the old application',
    meaning:
      'Valid until the old application refreshes it; later syncs end in AuthError. Disable syncing there before a migration.',
  },
];
