import type { RunbookStepView } from '#contract/runbook.ts';
import { fromNow } from '#renderer/lib/format.ts';
import type { Tone } from '#renderer/ui/status-badge.tsx';

/** How a step stands, in words. */

type Standing = Pick<RunbookStepView, 'state' | 'due'>;

export const isLate = ({ state, due }: Standing, now: number): boolean =>
  state === 'open' && due !== undefined && Date.parse(due) < now;

export const formatState = (
  { state, due }: Standing,
  now: number,
): { readonly words: string; readonly tone: Tone } => {
  if (state === 'done') return { words: 'Done', tone: 'good' };
  if (state === 'overruled') return { words: 'Overridden', tone: 'attention' };
  return isLate({ state, ...(due === undefined ? {} : { due }) }, now)
    ? { words: 'Late', tone: 'bad' }
    : { words: 'Open', tone: 'neutral' };
};

/** `due in 2 days`, `was due 3 hours ago`; undefined for what is over, or has no date. */
export const formatDue = ({ state, due }: Standing, now: number): string | undefined => {
  if (state !== 'open' || due === undefined) return undefined;
  return `${Date.parse(due) < now ? 'was due' : 'due'} ${fromNow(due, now)}`;
};
