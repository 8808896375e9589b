import { formatDuration } from '#contract/format.ts';
import type { Attempt } from '#contract/message.ts';
import { formatOutcome, triggerLabels } from '#renderer/lib/delivery-labels.ts';

/** One property of two attempts; undefined: it has none. */
export interface ComparedField {
  readonly name: string;
  readonly a: string | undefined;
  readonly b: string | undefined;
  readonly isEqual: boolean;
}

/** @param formatTime of an instant, in the person's zone */
export const compareFields = (
  a: Attempt,
  b: Attempt,
  formatTime: (instant: string) => string,
): readonly ComparedField[] => [
  field('Result', formatOutcome(a), formatOutcome(b)),
  field('Duration', formatDuration(a.durationMs), formatDuration(b.durationMs)),
  field('Time', formatTime(a.at), formatTime(b.at)),
  field('Trigger', triggerLabels[a.trigger], triggerLabels[b.trigger]),
  field('Source IP', a.localAddress, b.localAddress),
  ...headerFields('', a.requestHeaders, b.requestHeaders),
  ...headerFields('Response ', a.responseHeaders, b.responseHeaders),
];

const field = (name: string, a: string | undefined, b: string | undefined): ComparedField => ({
  name,
  a,
  b,
  isEqual: a === b,
});

type Headers = Readonly<Record<string, string>>;

/** In the order of the first, then what only the second has. */
const headerFields = (before: string, a: Headers, b: Headers): ComparedField[] =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].map((name) => field(before + name, a[name], b[name]));
