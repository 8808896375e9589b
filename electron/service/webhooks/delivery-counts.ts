import { parseInstant, toIso } from '#base/clock.ts';
import type { DeliveryCounts } from '#contract/delivery-counts.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { webhookLimits } from '#contract/webhook.ts';
import type { ServiceContext } from '#service/store/context.ts';
import {
  selectDeliveryCounts,
  selectFirstSince,
  selectNewestSeq,
  selectUndelivered,
} from '#service/store/delivery-counts.ts';
import type { Reader } from '#service/store/store.ts';

/** Messages that are compared with the deliveries of endpoints in one query, each once for each endpoint. */
const comparedTogether = 1_000_000;

/** What became of messages since a time. Source: `docs/reference/rules/cutover.md#states`. */
export const createDeliveryCounts = ({
  store,
}: Pick<ServiceContext, 'store'>): Pick<ServiceControl['endpoints'], 'deliveryCounts'> &
  Pick<ServiceControl['messages'], 'undelivered'> => ({
  async deliveryCounts({ since, webhookIds }) {
    const from = parseInstant(since, 'since');
    const rows = await store.read(async (reader) => {
      const fromSeq = await selectFirstSince(reader, from);
      return fromSeq === undefined ? [] : selectDeliveryCounts(reader, webhookIds, fromSeq);
    });
    return webhookIds.map((webhookId) => countsOf(webhookId, rows));
  },
  async undelivered({ since, endpoints }) {
    const from = parseInstant(since, 'since');
    const listening = endpoints.slice(0, webhookLimits.endpoints);
    return store.read(async (reader) => {
      const firstSeq = await selectFirstSince(reader, from);
      if (firstSeq === undefined) return { complete: true, results: [] };
      const fromSeq = Math.max(firstSeq, await earliestCompared(reader, listening.length));
      const missed = await selectUndelivered(reader, listening, fromSeq);
      return {
        complete: fromSeq === firstSeq,
        results: missed.map(({ webhookId, eventType, count, messageId, createdAt }) => ({
          webhookId,
          eventType,
          count,
          example: { messageId, at: toIso(createdAt) },
        })),
      };
    });
  },
});

const earliestCompared = async (reader: Reader, endpoints: number): Promise<number> =>
  (await selectNewestSeq(reader)) - Math.floor(comparedTogether / Math.max(1, endpoints)) + 1;

type Rows = Awaited<ReturnType<typeof selectDeliveryCounts>>;

const countsOf = (webhookId: string, rows: Rows): DeliveryCounts => {
  const count = (...statuses: Rows[number]['status'][]): number =>
    rows
      .filter((row) => row.webhookId === webhookId && statuses.includes(row.status))
      .reduce((sum, row) => sum + (row.origin === 'test' ? -row.count : row.count), 0);
  const ofTests = rows.filter((row) => row.webhookId === webhookId && row.origin === 'test');
  const failed = count('Failed');
  const waiting = count('Sending', 'Attempting');
  const cancelled = count('Cancelled');
  const all = count('All') - ofTests.reduce((sum, row) => sum + row.count, 0);
  return { webhookId, succeeded: all - failed - waiting - cancelled, failed, waiting, cancelled };
};
