import { parseInstant } from '#base/clock.ts';
import { formatCount, formatDuration } from '#contract/format.ts';
import type { CaseState, RunbookState, TokenRunRecord } from '#desk/cases/state.ts';
import { partiesLacking } from './agreements.ts';

/** The agreed migration window, and runs outside of it: each needs an override with a reason (`run/window.ts`). */

const listed = 3;
const kinds: readonly string[] = ['pilot', 'run', 'retry', 'undo'];

type Window = NonNullable<RunbookState['window']>;

/** undefined unless both parties agreed to it. */
export const agreedWindow = (window: Window | undefined): Window | undefined =>
  window === undefined || partiesLacking(window.agreements).length > 0 ? undefined : window;

/** Of runs on the case's target, since the window was proposed. */
export const outsideRemarks = (
  { tokenRuns, targetId }: CaseState,
  runbook: Pick<RunbookState, 'window' | 'windowOverrides'>,
): string[] => {
  const { window } = runbook;
  const remarks = tokenRuns.flatMap(({ started }) => {
    const counts = started.targetId === targetId && kinds.includes(started.kind);
    if (!counts || window === undefined || started.seq < window.seq) return [];
    return startedOutside(started, runbook);
  });
  const more = remarks.length - listed;
  return [
    ...remarks.slice(0, listed),
    ...(more > 0 ? [`${formatCount(more, 'more run', 'more runs')} outside the window.`] : []),
  ];
};

/** None, or one. */
export const startedOutside = (
  { kind, at, runId }: TokenRunRecord['started'],
  { window, windowOverrides }: Pick<RunbookState, 'window' | 'windowOverrides'>,
): string[] => {
  const outside = formatOutside(parseInstant(at, 'at'), window);
  if (outside === undefined) return [];
  const override = windowOverrides.find((one) => one.runId === runId && one.kind === kind);
  const why = override === undefined ? '' : ` Overridden by ${override.actor}: ${override.reason}`;
  return [`The ${kind} of ${at} began ${outside}.${why}`];
};

/**
 * Such as `11 d 3 h before the agreed window (… to …)`; undefined inside of it, and where none is agreed. The window
 * begins at its start, and is over at its end.
 */
export const formatOutside = (atMs: number, window: Window | undefined): string | undefined => {
  const agreed = agreedWindow(window);
  if (agreed === undefined) return undefined;
  const [start, end] = [parseInstant(agreed.start, 'start'), parseInstant(agreed.end, 'end')];
  const which = `the agreed window (${agreed.start} to ${agreed.end})`;
  if (atMs < start) return `${formatDuration(start - atMs)} before ${which}`;
  return atMs >= end ? `${formatDuration(atMs - end)} after ${which}` : undefined;
};
