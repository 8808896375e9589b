import { formatNumber } from '#contract/format.ts';
import type { MessageActivity } from '#contract/message-query.ts';
import { api } from '#renderer/lib/api.ts';

type Counts = Pick<MessageActivity, 'succeeded' | 'failed' | 'waiting' | 'cancelled' | 'complete'>;

/** Deliveries by status, of all messages that are kept. */
export const countDeliveries = (): Promise<Counts> =>
  api.get<MessageActivity>('/api/messages/activity', { query: { buckets: 1 } });

/** What became of deliveries while the clock was advanced, by their counts before and after. */
export const formatResult = (before: Counts, after: Counts): string => {
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
