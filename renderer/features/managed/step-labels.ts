import type { RunbookStepView } from '#contract/runbook.ts';
import { fromNow } from '#renderer/lib/format.ts';
import type { Tone } from '#renderer/ui/status-badge.tsx';

/** The status of a step, as shown. */

type StepStatus = Pick<RunbookStepView, 'state' | 'due'>;

export const isOverdue = ({ state, due }: StepStatus, now: number): boolean =>
  state === 'open' && due !== undefined && Date.parse(due) < now;

export const statusOfStep = (
  step: StepStatus,
  now: number,
): { readonly label: string; readonly tone: Tone } => {
  if (step.state === 'done') return { label: 'Done', tone: 'good' };
  if (step.state === 'overruled') return { label: 'Overridden', tone: 'attention' };
  return isOverdue(step, now) ? { label: 'Overdue', tone: 'bad' } : { label: 'Open', tone: 'neutral' };
};

/** `due in 2 days`, `was due 3 hours ago`; undefined if it is over or has no due date. */
export const formatDue = ({ state, due }: StepStatus, now: number): string | undefined => {
  if (state !== 'open' || due === undefined) return undefined;
  return `${Date.parse(due) < now ? 'was due' : 'due'} ${fromNow(due, now)}`;
};
