import type { MessageActivity } from '#contract/message-query.ts';
import { api } from '#renderer/lib/api.ts';
import type { DeliveryCounts } from './advance-result.ts';

export const countDeliveries = (): Promise<DeliveryCounts> =>
  api.get<MessageActivity>('/api/messages/activity', { query: { buckets: 1 } });
