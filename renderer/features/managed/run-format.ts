import { formatEstimate, formatNumber } from '#contract/format.ts';
import type { Run } from '#contract/token-runs.ts';
import { formatProgress } from '#renderer/lib/run-figures.ts';
import type { Tone } from '#renderer/ui/status-badge.tsx';

/** Runs, as the runbook tells of them. */

export const wordOfRun = ({
  state,
  decision,
  counts,
}: Pick<Run, 'state' | 'counts' | 'decision'>): { readonly words: string; readonly tone: Tone } => {
  if (decision?.state === 'open') return { words: 'Done with duplicates', tone: 'attention' };
  if (state === 'running') return { words: 'Running', tone: 'active' };
  if (state === 'paused') return { words: 'Paused', tone: 'attention' };
  if (state === 'interrupted') return { words: 'Interrupted', tone: 'attention' };
  if (state === 'cancelled') return { words: 'Cancelled', tone: 'neutral' };
  return counts.failed > 0
    ? { words: 'Ended, with failures', tone: 'bad' }
    : { words: 'Ended well', tone: 'good' };
};

/** `30 of 49 companies done, 1 failed, 5 syncing` */
export const formatCompanies = (run: Pick<Run, 'kind' | 'counts'>): string =>
  formatProgress(run, 'company', 'companies');

/** `200 a minute, about 2 min left`; empty while nothing is known. */
export const formatPace = ({ perMinute, leftMs }: Pick<Run, 'perMinute' | 'leftMs'>): string =>
  [
    ...(perMinute === undefined ? [] : [`${formatNumber(Math.round(perMinute))} a minute`]),
    ...(leftMs === undefined ? [] : [`${formatEstimate(leftMs)} left`]),
  ].join(', ');
