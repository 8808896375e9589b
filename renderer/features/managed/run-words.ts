import type { Run } from '#contract/token-runs.ts';
import { counted, number, roughDuration } from '#renderer/lib/format.ts';
import type { Tone } from '#renderer/ui/status-badge.tsx';

/** Runs, as the runbook tells of them. */

export const wordOfRun = ({
  state,
  counts,
}: Pick<Run, 'state' | 'counts'>): { readonly words: string; readonly tone: Tone } => {
  if (state === 'running') return { words: 'Running', tone: 'active' };
  if (state === 'paused') return { words: 'Paused', tone: 'attention' };
  if (state === 'interrupted') return { words: 'Interrupted', tone: 'attention' };
  if (state === 'cancelled') return { words: 'Cancelled', tone: 'neutral' };
  return counts.failed > 0
    ? { words: 'Ended, with failures', tone: 'bad' }
    : { words: 'Ended well', tone: 'good' };
};

/** `30 of 49 companies done, 1 failed, 5 syncing` */
export const progressWords = ({ kind, counts }: Pick<Run, 'kind' | 'counts'>): string =>
  [
    `${number(kind === 'undo' ? counts.undone : counts.done)} of ${counted(counts.rows, 'company', 'companies')} ${kind === 'undo' ? 'undone' : 'done'}`,
    ...(counts.failed === 0 ? [] : [`${number(counts.failed)} failed`]),
    ...(counts.syncing === 0 ? [] : [`${number(counts.syncing)} syncing`]),
  ].join(', ');

/** `200 a minute, about 2 min left`; empty while nothing is known. */
export const paceWords = ({ perMinute, leftMs }: Pick<Run, 'perMinute' | 'leftMs'>): string =>
  [
    ...(perMinute === undefined ? [] : [`${number(Math.round(perMinute))} a minute`]),
    ...(leftMs === undefined ? [] : [`${roughDuration(leftMs)} left`]),
  ].join(', ');
