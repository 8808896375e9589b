import type { Upcoming } from '#contract/clock.ts';
import { formatCount, formatDuration } from '#contract/format.ts';

/** What falls due, in words. */

type Due = Upcoming['results'][number];

const plurals: Readonly<Record<string, string>> = {
  'delivery attempt': 'delivery attempts',
  alert: 'alerts',
  mail: 'mails',
  'end of a data sync': 'ends of data syncs',
  'rate limit reset': 'rate limit resets',
};

/** `3 delivery attempts`; what has no plural is one of its kind, as `removal of old messages`. */
export const formatDue = ({ what, count }: { what: string; count: number }): string =>
  plurals[what] === undefined ? what : formatCount(count, what, plurals[what]);

/** `2 delivery attempts, 1 mail`; undefined: nothing. */
export const formatUpcoming = (counts: Upcoming['counts'] = []): string | undefined => {
  const words = counts.filter(({ count }) => count > 0).map(formatDue);
  return words.length === 0 ? undefined : words.join(', ');
};

/** What follows from it, such as the next attempt after a failed one, cannot be known before. */
export const happens = ({ counts }: Upcoming): string => {
  const words = formatUpcoming(counts);
  return words === undefined
    ? 'Nothing that is known now falls due until then.'
    : `Until then falls due: ${words}. What follows from it comes on top, such as the next attempt after one that fails.`;
};

/** How far one instant is from another. */
export const laterOf = (from: string, to: string): string =>
  formatDuration(Date.parse(to) - Date.parse(from));

export const dueIn = ({ at }: Pick<Due, 'at'>, now: string): string => {
  const ms = Date.parse(at) - Date.parse(now);
  return ms <= 0 ? 'now' : `in ${formatDuration(ms)}`;
};

/** Where what it concerns is shown. */
export const dueLink = ({ what, subject }: Due): string | undefined =>
  what === 'delivery attempt' && subject !== undefined ? `/endpoints/${subject}` : undefined;
