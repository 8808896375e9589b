import type { TokenBehaviour } from '#contract/sandbox.ts';
import type { Origin } from '#contract/token-rows.ts';
import type { Run, RunStep } from '#contract/token-runs.ts';

/** Values of a token migration, as shown. */

/** Where a run happens, in a sentence. */
export const placeOf = ({
  kind,
  targetId,
  targetName,
}: Pick<Run, 'kind' | 'targetId' | 'targetName'>): string => {
  if (kind === 'rehearsal') return 'a temporary instance';
  return targetId === 'local' ? 'the local service' : `“${targetName}”`;
};

export const stepLabels: Readonly<Record<RunStep, string>> = {
  company: 'Find or create company',
  connection: 'Find or create connection',
  authorization: 'Submit tokens',
  sync: 'Start sync',
  verify: 'Verify datasets and link',
  unlink: 'Unlink connection',
  'delete-connection': 'Delete connection',
  'delete-company': 'Delete company',
};

export const originLabels: Readonly<Record<Origin, string>> = {
  created: 'created by this migration',
  found: 'found on the target',
  given: 'from the import',
};

export const behaviourLabels: Readonly<
  Record<TokenBehaviour, { readonly label: string; readonly meaning: string }>
> = {
  good: { label: 'Good', meaning: 'Every data type syncs.' },
  'expired-refreshable': {
    label: 'Expired, refreshable',
    meaning: 'Access token expired; refresh token valid.',
  },
  'refresh-token-used': { label: 'Refresh token used', meaning: 'Rotated by a refresh elsewhere.' },
  revoked: { label: 'Revoked', meaning: 'The company revoked access.' },
  'scope-missing': { label: 'Scope missing', meaning: 'The token does not cover every data type.' },
  'rate-limited': { label: 'Rate limited', meaning: 'The platform limits requests for a while.' },
  slow: { label: 'Slow', meaning: 'The platform responds slowly.' },
  'one-data-type-fails': { label: 'One data type fails', meaning: 'The others sync.' },
  'used-by-old-application': {
    label: 'Used by the old application',
    meaning: 'A later refresh there invalidates the copy; set “Check again after” to see it.',
  },
};
