import type { NextDue, Upcoming } from '#contract/clock.ts';
import { formatCount, formatDuration, formatList } from '#contract/format.ts';

const plurals: Readonly<Record<string, string>> = {
  'delivery attempt': 'delivery attempts',
  alert: 'alerts',
  mail: 'mails',
  'end of a data sync': 'ends of data syncs',
  'rate limit reset': 'rate limit resets',
  'token expiry': 'token expiries',
  'end of a soak': 'ends of soaks',
  'migration window': 'migration windows',
};

/** `3 delivery attempts`; what has no plural is not counted, as `removal of old messages`. */
export const formatDue = ({ what, count }: { what: string; count: number }): string =>
  plurals[what] === undefined ? what : formatCount(count, what, plurals[what]);

/** `3 delivery attempts`; what is of one case names it. */
export const formatNextDue = (due: NextDue): string =>
  `${due.count === 1 && due.caseName !== undefined ? `${due.what} of ${due.caseName}` : formatDue(due)}${bySystemTime(due)}`;

/** An advance comes to its start, and does not open it. */
const bySystemTime = ({ kind }: NextDue): string =>
  kind === 'migration-window' ? ' (opens by system time)' : '';

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

export const formatDueIn = ({ at }: { readonly at: string }, now: string): string => {
  const ms = Date.parse(at) - Date.parse(now);
  return ms <= 0 ? 'now' : `in ${formatDuration(ms)}`;
};
