import type { TokenBehaviour } from '#contract/sandbox.ts';
import type { ShownRowState, TokenRow } from '#contract/token-rows.ts';
import type { Run, RunState } from '#contract/token-runs.ts';

/** States of rows and runs of a token migration, as shown. */

interface Status {
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'attention' | 'active' | 'neutral';
}

export const rowStateLabels: Readonly<Record<ShownRowState, Status>> = {
  ready: { label: 'Ready', tone: 'neutral' },
  running: { label: 'Running', tone: 'active' },
  syncing: { label: 'Syncing', tone: 'active' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  undone: { label: 'Undone', tone: 'neutral' },
  invalid: { label: 'Invalid', tone: 'attention' },
  excluded: { label: 'Excluded', tone: 'neutral' },
};

/** A row that is held is left out of runs until its reason is gone. */
export const statusOfRow = ({ state, held }: Pick<TokenRow, 'state' | 'held'>): Status =>
  held === undefined ? rowStateLabels[state] : { label: 'Held', tone: 'attention' };

const runStateLabels: Readonly<Record<RunState, Status>> = {
  running: { label: 'Running', tone: 'active' },
  paused: { label: 'Paused', tone: 'attention' },
  interrupted: { label: 'Interrupted', tone: 'attention' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  done: { label: 'Done', tone: 'good' },
};

/** Rows of a rehearsal fail on purpose. */
export const statusOfRun = ({
  state,
  kind,
  counts,
  decision,
}: Pick<Run, 'state' | 'kind' | 'counts' | 'decision'>): Status => {
  if (decision?.state === 'open') return { label: 'Done with duplicates', tone: 'attention' };
  return state === 'done' && counts.failed > 0
    ? { label: 'Done with failures', tone: kind === 'rehearsal' ? 'attention' : 'bad' }
    : runStateLabels[state];
};

/** Problems of a simulated token show in the sync, never before. */
export const behaviourLabels: Readonly<
  Record<TokenBehaviour, { readonly label: string; readonly meaning: string }>
> = {
  good: { label: 'Valid', meaning: 'Every data type syncs.' },
  'expired-refreshable': {
    label: 'Expired, refreshable',
    meaning: 'The access token has expired; the service refreshes it, and every data type syncs.',
  },
  'refresh-token-used': {
    label: 'Refresh token used',
    meaning:
      'Rotated by a refresh elsewhere: the sync ends in AuthError and the connection is Deauthorized. The newest token is needed.',
  },
  revoked: {
    label: 'Revoked',
    meaning:
      'Access withdrawn: the sync ends in AuthError and the connection is Deauthorized. The end user must connect again.',
  },
  'scope-missing': {
    label: 'Scope missing',
    meaning: 'Some data types end in PermissionsError; the others sync.',
  },
  'rate-limited': {
    label: 'Rate limited',
    meaning: "Data types end in RateLimitError: the platform's limit is reached.",
  },
  slow: { label: 'Slow', meaning: 'Every data type syncs, slowly.' },
  'one-data-type-fails': {
    label: 'One data type fails',
    meaning: 'One data type ends in FetchError; the others sync.',
  },
  'used-by-old-application': {
    label: 'Still used by the old application',
    meaning:
      'Valid until the old application refreshes it; later syncs end in AuthError. Disable syncing there before a migration.',
  },
};
