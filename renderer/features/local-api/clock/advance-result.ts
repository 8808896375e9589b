import { formatNumber } from '#contract/format.ts';
import type { MessageActivity } from '#contract/message-query.ts';

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
