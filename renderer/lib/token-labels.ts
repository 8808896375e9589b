import type { RowState, TokenRow } from '#contract/token-rows.ts';
import type { Run, RunState } from '#contract/token-runs.ts';

/** States of rows and runs of a token migration, as shown. */

interface Status {
  readonly label: string;
  readonly tone: 'good' | 'bad' | 'attention' | 'active' | 'neutral';
}

export const rowStateLabels: Readonly<Record<RowState, Status>> = {
  ready: { label: 'Ready', tone: 'neutral' },
  running: { label: 'Running', tone: 'active' },
  syncing: { label: 'Syncing', tone: 'active' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  undone: { label: 'Undone', tone: 'neutral' },
  invalid: { label: 'Invalid', tone: 'attention' },
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
