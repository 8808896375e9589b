import { parseInstant, toIso } from '#base/clock.ts';
import { takeTurns } from '#base/take-turns.ts';
import type { DeliveryCounts, DeliveryLadder } from '#contract/delivery-counts.ts';
import { deliverySchedule } from '#contract/schedule.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { webhookLimits } from '#contract/webhook.ts';
import type { ServiceContext } from '#service/store/context.ts';
import {
  type MissedMessages,
  selectDeliveryCounts,
  selectLadder,
  selectNewestSeq,
  selectUndelivered,
} from '#service/store/delivery-counts.ts';
import { selectFirstSince } from '#service/store/messages.ts';

/** Messages that are compared with deliveries at most, each once for each endpoint. */
const compared = 1_000_000;
/** And in one go, at some microseconds each: other work gets its turn in between. */
const comparedTogether = 20_000;

/** Delivery outcomes of messages since a time. Source: `docs/reference/rules/cutover.md#states`. */
export const createDeliveryCounts = ({
  store,
}: Pick<ServiceContext, 'store'>): Pick<ServiceControl['endpoints'], 'deliveryCounts' | 'deliveryLadder'> &
  Pick<ServiceControl['messages'], 'undelivered'> => ({
  async deliveryCounts({ since, webhookIds }) {
    const from = parseInstant(since, 'since');
    const rows = await store.read(async (reader) => {
      const fromSeq = await selectFirstSince(reader, from);
      return fromSeq === undefined ? [] : selectDeliveryCounts(reader, webhookIds, fromSeq);
    });
    return webhookIds.map((webhookId) => countsOf(webhookId, rows));
  },
  async deliveryLadder({ since, webhookIds }) {
    const from = parseInstant(since, 'since');
    const { firstSeq, newestSeq } = await store.read(async (reader) => ({
      firstSeq: await selectFirstSince(reader, from),
      newestSeq: await selectNewestSeq(reader),
    }));
    const ladders = new Map(webhookIds.map((webhookId) => [webhookId, emptyLadder(webhookId)]));
    for (let seq = firstSeq ?? newestSeq + 1; seq <= newestSeq; seq += comparedTogether) {
      const steps = await store.read((reader) =>
        selectLadder(reader, webhookIds, seq, Math.min(seq + comparedTogether, newestSeq + 1)),
      );
      for (const { webhookId, attempt, count } of steps) climb(ladders.get(webhookId), attempt, count);
      await takeTurns();
    }
    return [...ladders.values()];
  },
  async undelivered({ since, endpoints }) {
    const from = parseInstant(since, 'since');
    const listening = endpoints.slice(0, webhookLimits.endpoints);
    const { firstSeq, newestSeq } = await store.read(async (reader) => ({
      firstSeq: await selectFirstSince(reader, from),
      newestSeq: await selectNewestSeq(reader),
    }));
    if (firstSeq === undefined || listening.length === 0) return { complete: true, results: [] };
    const fromSeq = Math.max(firstSeq, newestSeq - messagesOf(compared, listening.length) + 1);
    const chunk = messagesOf(comparedTogether, listening.length);
    const found = new Map<string, MissedMessages>();
    for (let seq = fromSeq; seq <= newestSeq; seq += chunk) {
      const missed = await store.read((reader) => selectUndelivered(reader, listening, seq, seq + chunk));
      for (const one of missed) add(found, one);
      await takeTurns();
    }
    return { complete: fromSeq === firstSeq, results: [...found.values()].map(toResult) };
  },
});

type Counted = { -readonly [K in keyof DeliveryLadder]: DeliveryLadder[K] } & {
  readonly byAttempt: number[];
};

const emptyLadder = (webhookId: string): Counted => ({
  webhookId,
  byAttempt: deliverySchedule.map(() => 0),
  resent: 0,
});

const climb = (ladder: Counted | undefined, attempt: number, count: number): void => {
  if (ladder === undefined) return;
  const before = ladder.byAttempt[attempt - 1];
  if (before === undefined) ladder.resent += count;
  else ladder.byAttempt[attempt - 1] = before + count;
};

const messagesOf = (comparisons: number, endpoints: number): number => Math.floor(comparisons / endpoints);

/** What is found later is newer. */
const add = (found: Map<string, MissedMessages>, one: MissedMessages): void => {
  const key = `${one.webhookId} ${one.eventType}`;
  found.set(key, { ...one, count: one.count + (found.get(key)?.count ?? 0) });
};

const toResult = ({ webhookId, eventType, count, messageId, createdAt }: MissedMessages) => ({
  webhookId,
  eventType,
  count,
  example: { messageId, at: toIso(createdAt) },
});

type Rows = Awaited<ReturnType<typeof selectDeliveryCounts>>;

const countsOf = (webhookId: string, rows: Rows): DeliveryCounts => {
  const count = (...statuses: Rows[number]['status'][]): number =>
    rows
      .filter((row) => row.webhookId === webhookId && statuses.includes(row.status))
      .reduce((sum, row) => sum + (row.origin === 'test' ? -row.count : row.count), 0);
  const ofTests = rows.filter((row) => row.webhookId === webhookId && row.origin === 'test');
  const failed = count('Failed');
  const retrying = count('Attempting');
  const waiting = count('Sending') + retrying;
  const cancelled = count('Cancelled');
  const all = count('All') - ofTests.reduce((sum, row) => sum + row.count, 0);
  return { webhookId, succeeded: all - failed - waiting - cancelled, failed, waiting, retrying, cancelled };
};
