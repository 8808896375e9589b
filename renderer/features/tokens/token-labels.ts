import type { TokenBehaviour } from '#contract/sandbox.ts';
import type { Origin, RowState, TokenRow } from '#contract/token-rows.ts';
import type { Run, RunState, RunStep } from '#contract/token-runs.ts';
import type { Tone } from '#renderer/ui/status-badge.tsx';

/** What the values of a token migration are called, and what they mean to the person. */

interface Word {
  readonly label: string;
  readonly tone: Tone;
}

export const rowStateLabels: Readonly<Record<RowState, Word>> = {
  ready: { label: 'Ready', tone: 'neutral' },
  running: { label: 'Begun', tone: 'active' },
  syncing: { label: 'Syncing', tone: 'active' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  undone: { label: 'Undone', tone: 'neutral' },
  invalid: { label: 'Not in order', tone: 'attention' },
};

export const wordOfRow = ({ state, held }: Pick<TokenRow, 'state' | 'held'>): Word =>
  held === undefined ? rowStateLabels[state] : { label: 'Held back', tone: 'attention' };

const runStateLabels: Readonly<Record<RunState, Word>> = {
  running: { label: 'Running', tone: 'active' },
  paused: { label: 'Paused', tone: 'attention' },
  interrupted: { label: 'Interrupted', tone: 'attention' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
  done: { label: 'Ended', tone: 'good' },
};

/** Rows of a rehearsal fail because they were asked to. */
export const wordOfRun = ({
  state,
  kind,
  counts,
  decision,
}: Pick<Run, 'state' | 'kind' | 'counts' | 'decision'>): Word => {
  if (decision?.state === 'open') return { label: 'Done with duplicates', tone: 'attention' };
  return state === 'done' && counts.failed > 0
    ? { label: 'Ended, with failures', tone: kind === 'rehearsal' ? 'attention' : 'bad' }
    : runStateLabels[state];
};

/** Where a run happens, for sentences. */
export const placeOf = ({
  kind,
  targetId,
  targetName,
}: Pick<Run, 'kind' | 'targetId' | 'targetName'>): string => {
  if (kind === 'rehearsal') return 'a throwaway copy of the service';
  return targetId === 'local' ? 'the local service' : `“${targetName}”`;
};

export const stepLabels: Readonly<Record<RunStep, string>> = {
  company: 'Find or create the company',
  connection: 'Find or create the connection',
  authorization: 'Hand over the tokens',
  sync: 'Start a sync',
  verify: 'Verify the datasets and the link',
  unlink: 'Unlink the connection',
  'delete-connection': 'Delete the connection',
  'delete-company': 'Delete the company',
};

export const originLabels: Readonly<Record<Origin, string>> = {
  created: 'created by this migration',
  found: 'found on the target',
  given: 'named by the import',
};

export const behaviourLabels: Readonly<
  Record<TokenBehaviour, { readonly label: string; readonly meaning: string }>
> = {
  good: { label: 'Good', meaning: 'Everything syncs.' },
  'expired-refreshable': {
    label: 'Expired, can be refreshed',
    meaning: 'The access token has run out; the refresh token still works.',
  },
  'refresh-token-used': {
    label: 'Refresh token used',
    meaning: 'It was rotated away by a refresh elsewhere.',
  },
  revoked: { label: 'Revoked', meaning: 'The customer has taken the access back.' },
  'scope-missing': { label: 'Scope missing', meaning: 'The token does not cover all data types.' },
  'rate-limited': { label: 'Rate limited', meaning: 'The platform takes few requests for a while.' },
  slow: { label: 'Slow', meaning: 'The platform takes its time for each data type.' },
  'one-data-type-fails': { label: 'One data type fails', meaning: 'The others are read.' },
  'used-by-old-application': {
    label: 'Still used by the old application',
    meaning: 'It refreshes later, and so kills the copy: give a second look below to see that.',
  },
};
