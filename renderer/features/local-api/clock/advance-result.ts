import type { AdvanceOutcome, ClockView } from '#contract/clock.ts';
import { formatNumber } from '#contract/format.ts';
import type { MessageActivity } from '#contract/message-query.ts';
import { formatBetween } from '#renderer/lib/due-format.ts';
import { dateTime } from '#renderer/lib/format.ts';

/** Deliveries by status, of all messages that are kept. */
export type DeliveryCounts = Pick<
  MessageActivity,
  'succeeded' | 'failed' | 'waiting' | 'cancelled' | 'complete'
>;

/** What became of deliveries while the clock was advanced, by their counts before and after. */
export const formatResult = (before: DeliveryCounts, after: DeliveryCounts): string => {
  const [delivered, failed, cancelled] = (['succeeded', 'failed', 'cancelled'] as const).map(
    (status) => after[status] - before[status],
  ) as [number, number, number];
  if (!before.complete || !after.complete) {
    return 'Results not counted: there are too many messages. See Messages.';
  }
  if (Math.min(delivered, failed, cancelled) < 0) {
    return 'Results not counted: old messages were removed on the way. See Messages.';
  }
  return [
    `${formatNumber(delivered)} delivered`,
    `${formatNumber(failed)} failed for good`,
    ...(cancelled > 0 ? [`${formatNumber(cancelled)} cancelled`] : []),
    `${formatNumber(after.waiting)} waiting.`,
  ].join(', ');
};

const labels: Readonly<Record<Exclude<AdvanceOutcome, 'completed'>, string>> = {
  cancelled: 'Cancelled',
  paused: 'Paused',
  interrupted: 'Interrupted by a restart',
};

/** `1 h to 2 Mar 2026, 11:00`, or where it ended before. */
export const formatEnded = ({ from, to, ended, outcome }: NonNullable<ClockView['lastAdvance']>): string =>
  outcome === 'completed'
    ? `${formatBetween(from, ended)} to ${dateTime(ended)}`
    : `${labels[outcome]} at ${dateTime(ended)}, ${formatBetween(ended, to)} before ${dateTime(to)}`;
