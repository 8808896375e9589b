import type { Upcoming } from '#contract/clock.ts';
import { formatCount, formatDuration, formatList } from '#contract/format.ts';

type Due = Upcoming['results'][number];

const plurals: Readonly<Record<string, string>> = {
  'delivery attempt': 'delivery attempts',
  alert: 'alerts',
  mail: 'mails',
  'end of a data sync': 'ends of data syncs',
  'rate limit reset': 'rate limit resets',
};

/** `3 delivery attempts`; what has no plural is not counted, as `removal of old messages`. */
export const formatDue = ({ what, count }: { what: string; count: number }): string =>
  plurals[what] === undefined ? what : formatCount(count, what, plurals[what]);

/** Known work; what it causes, such as a retry after a failed attempt, is not known yet. */
export const formatDueWork = ({ counts = [] }: Upcoming): string => {
  const due = counts.filter(({ count }) => count > 0).map(formatDue);
  return due.length === 0
    ? 'Nothing known is due by then.'
    : `Due by then: ${formatList(due)}, and what they cause, such as retries.`;
};

/** The duration between two instants. */
export const formatBetween = (from: string, to: string): string =>
  formatDuration(Date.parse(to) - Date.parse(from));

export const formatDueIn = ({ at }: Pick<Due, 'at'>, now: string): string => {
  const ms = Date.parse(at) - Date.parse(now);
  return ms <= 0 ? 'now' : `in ${formatDuration(ms)}`;
};
