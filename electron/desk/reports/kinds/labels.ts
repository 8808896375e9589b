import type { ReportColumn, Tone } from '#contract/report.ts';
import { runKindLabels } from '#contract/run-labels.ts';
import { type Cause, causeLabels, causes } from '#contract/token-causes.ts';
import type { RowState } from '#contract/token-rows.ts';
import { formatRowState } from '#contract/verdict-labels.ts';

/** Labels and tones of values. */

type Label = Pick<ReportColumn, 'kind' | 'words' | 'tones'>;

export const causeTitles: Readonly<Record<Cause, string>> = Object.fromEntries(
  causes.map((cause) => [cause, causeLabels[cause].title]),
) as Record<Cause, string>;

export const companyStateLabels: Readonly<Record<RowState, string>> = {
  invalid: 'invalid',
  ready: 'not started',
  running: 'running',
  syncing: 'syncing',
  done: 'migrated',
  failed: 'failed',
  undone: 'undone',
};
const companyStateTones: Readonly<Record<RowState, Tone>> = {
  invalid: 'bad',
  ready: 'warn',
  running: 'warn',
  syncing: 'warn',
  done: 'ok',
  failed: 'bad',
  undone: 'warn',
};
export const companyState: Label = {
  kind: 'state',
  words: { ...companyStateLabels },
  tones: { ...companyStateTones },
};

export const runKind: Label = { kind: 'text', words: { ...runKindLabels } };

export const runState: Label = {
  kind: 'state',
  words: { running: 'not ended', paused: 'paused', done: 'ended', cancelled: 'cancelled' },
  tones: { running: 'warn', paused: 'warn', done: 'ok', cancelled: 'warn' },
};

export const partyLabels = {
  integrator: 'Integrator',
  support: 'Support',
  provider: 'Provider',
  both: 'Integrator and support',
} as const;
export const party: Label = { kind: 'text', words: { ...partyLabels } };

export const stepState: Label = {
  kind: 'state',
  words: { open: 'open', done: 'done', skipped: 'skipped', overruled: 'overridden' },
  tones: { open: 'warn', done: 'ok', overruled: 'bad' },
};

export const rowState: Label = {
  kind: 'state',
  words: {
    present: formatRowState('present'),
    absent: formatRowState('absent'),
    unknown: formatRowState('unknown'),
  },
  tones: { unknown: 'warn' },
};
