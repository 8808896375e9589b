import { parseInstant } from '#base/clock.ts';
import { durationWords } from '#base/duration-words.ts';
import type { CaseState, RunbookState, TokenRunRecord } from '#desk/cases/state.ts';
import { partiesLacking } from './agreements.ts';
import { countOf } from './words.ts';

/** Runs outside of the window that was agreed: they are remarked on, and not refused, as a window may well have been moved by a call. */

const told = 3;
const kinds: readonly string[] = ['pilot', 'run', 'retry'];

/** Of runs on the case's target, since the window was proposed. */
export const outsideRemarks = (
  { tokenRuns, targetId }: CaseState,
  { window }: Pick<RunbookState, 'window'>,
): string[] => {
  const words = tokenRuns.flatMap(({ started }) => {
    const counts = started.targetId === targetId && kinds.includes(started.kind);
    if (!counts || window === undefined || started.seq < window.seq) return [];
    return startedOutside(started, window);
  });
  const more = words.length - told;
  return [...words.slice(0, told), ...(more > 0 ? [`So did ${countOf(more, 'run', 'runs')} more.`] : [])];
};

/** None, or one. */
export const startedOutside = (
  { kind, at }: TokenRunRecord['started'],
  window: RunbookState['window'],
): string[] => {
  const outside = outsideWords(parseInstant(at, 'at'), window);
  return outside === undefined ? [] : [`The ${kind} of ${at} began ${outside}.`];
};

/** Such as `11 d 3 h before the agreed window (… to …)`; undefined inside of it, and where none is agreed. */
export const outsideWords = (atMs: number, window: RunbookState['window']): string | undefined => {
  if (window === undefined || partiesLacking(window.agreements).length > 0) return undefined;
  const [start, end] = [parseInstant(window.start, 'start'), parseInstant(window.end, 'end')];
  const which = `the agreed window (${window.start} to ${window.end})`;
  if (atMs < start) return `${durationWords(start - atMs)} before ${which}`;
  return atMs > end ? `${durationWords(atMs - end)} after ${which}` : undefined;
};
