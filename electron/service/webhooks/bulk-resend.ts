import { canonicalDigest } from '#base/canonical.ts';
import { toIso } from '#base/clock.ts';
import {
  type BulkResend,
  type BulkResendCount,
  type BulkResendItem,
  bulkItemStates,
  type DeliveryFilter,
  type DeliverySelection,
  mostResent,
  type RefusalReason,
} from '#contract/bulk-resend.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Delivery, Message } from '#contract/message.ts';
import { matchesDelivery } from '#contract/message-query.ts';
import { rowsOfFilter } from '#contract/selection.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { TimedSource } from '#service/scheduler/source.ts';
import {
  type BulkItemRow,
  cancelWaiting,
  countExtra,
  insertBulk,
  markInterrupted,
  markQueued,
  markRefused,
  type NewBulkItem,
  type StoredBulk,
  selectBulk,
  selectBulks,
  selectItems,
  selectResendable,
  selectRunningBulks,
  selectWaitingItems,
  type WaitingItem,
} from '#service/store/bulk-resends.ts';
import { bulkResult } from '#service/store/bulk-results.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { insertExtraAttempts } from '#service/store/extra-attempts.ts';
import { readCursor } from '#service/store/key-cursor.ts';
import { selectDeliveriesOf } from '#service/store/message-log.ts';
import { selectMessage } from '#service/store/messages.ts';
import type { Reader, Tx } from '#service/store/store.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';
import type { Lanes } from './lanes.ts';
import type { MessageLog } from './message-log.ts';
import type { FinishedAttempt } from './record.ts';

/** Extra attempts that wait at the same time: a cancel stops all but these, and the schedule never waits long. */
const mostQueued = 500;
/** Messages read in one go. */
const pageSize = 500;
const shownBulks = 20;

type Control = ServiceControl['resends'];

export interface BulkResends {
  readonly control: Control;
  /** Queues what waits, as far as there is room. */
  readonly source: TimedSource;
  /** Marks those that a process which is gone left unfinished. */
  markInterrupted(tx: Tx): Promise<void>;
  /** Attempts were recorded: where some were beside the schedule, there may be room for more. */
  recorded(ended: readonly FinishedAttempt[]): void;
}

/**
 * Resends of many deliveries. All are in the table before the first is queued, and they are queued in batches, each in
 * one unit of work with its marks: a process that dies goes on where it was. Source:
 * `docs/reference/rules/delivery.md#bulk-resend`.
 */
export const createBulkResends = async (
  context: ServiceContext,
  registry: EndpointRegistry,
  lanes: Lanes,
  log: MessageLog,
): Promise<BulkResends> => {
  const { store, clock } = context;
  const isShared = store.server !== undefined;
  if (!isShared) await store.write((tx) => markInterrupted(tx, clock.now()));
  /** Whether something may wait: what an earlier process left does. Another process may begin one at any time. */
  let mayWait = true;

  const collect = async (request: DeliverySelection): Promise<readonly Found[]> => {
    const found: Found[] = [];
    const { selection } = request;
    const wanted: DeliveryFilter = request.deliveries ?? ('filter' in selection ? selection.filter : {});
    for await (const message of selectedMessages(log, selection)) {
      for (const delivery of message.deliveries) {
        if (matchesDelivery(wanted, delivery)) found.push({ messageId: message.id, delivery });
      }
      if (found.length > mostResent) break;
    }
    return found;
  };

  const refusalOf = (endpointSeq: number): RefusalReason | undefined => {
    const { row } = registry.bySeq(endpointSeq);
    if (row.deleted_at !== null) return 'deleted';
    return row.disabled_at === null ? undefined : 'disabled';
  };

  const queueNext = async (tx: Tx, now: number, limit: number): Promise<number> => {
    const room = Math.min(limit, mostQueued - (await countExtra(tx, mostQueued)));
    if (room <= 0) return 0;
    const waiting = await selectWaitingItems(tx, room);
    if (waiting.length === 0) {
      mayWait = isShared;
      return 0;
    }
    const there = await selectResendable(
      tx,
      waiting.map((item) => item.delivery_seq),
    );
    const reasonOf = (item: WaitingItem): RefusalReason | undefined => {
      const delivery = there.get(item.delivery_seq);
      if (delivery === undefined) return 'deleted';
      return refusalOf(item.endpoint_seq) ?? (delivery.isUnderWay ? 'underWay' : undefined);
    };
    const queued = new Set<number>();
    const byReason = Map.groupBy(waiting, (item) => {
      const reason = reasonOf(item);
      if (reason !== undefined) return reason;
      // Another bulk resend may wait for the same delivery.
      if (queued.has(item.delivery_seq)) return 'underWay';
      queued.add(item.delivery_seq);
      return undefined;
    });
    for (const [reason, items] of byReason) if (reason !== undefined) await markRefused(tx, items, reason);
    await queue(tx, byReason.get(undefined) ?? [], now);
    return waiting.length;
  };

  const queue = async (tx: Tx, items: readonly WaitingItem[], now: number): Promise<void> => {
    if (items.length === 0) return;
    await insertExtraAttempts(
      tx,
      items.map((item) => ({
        deliverySeq: item.delivery_seq,
        endpointSeq: item.endpoint_seq,
        trigger: 'resend' as const,
        dueAt: now,
      })),
    );
    await markQueued(tx, items);
    tx.afterCommit(() => {
      for (const { endpoint_seq } of items) lanes.hintExtra(endpoint_seq, now);
    });
  };

  const known = async (reader: Reader, id: string): Promise<StoredBulk> => {
    const bulk = await selectBulk(reader, id);
    if (bulk === undefined) throw new CatalogueError('bulkResend.notFound', { id });
    return bulk;
  };

  const control: Control = {
    count: async (request) => countOf(await collect(request), registry),
    async start({ id, ...request }) {
      const requestDigest = canonicalDigest(request);
      const bulkId = id ?? context.ids.uuid();
      const begun = (reader: Reader) => begunBy(reader, bulkId, requestDigest);
      if (await store.read(begun)) return control.show(bulkId);
      const found = await collect(request);
      await store.write(async (tx) => {
        // The same request may have come again meanwhile.
        if (await begun(tx)) return;
        if (found.length > mostResent) throw new CatalogueError('bulkResend.tooMany', { most: mostResent });
        const items = await itemsOf(tx, found, registry, refusalOf);
        if (items.length === 0) throw new CatalogueError('bulkResend.nothing');
        await insertBulk(tx, { id: bulkId, createdAt: clock.now(), requestDigest }, items);
        tx.afterCommit(() => {
          mayWait = true;
          context.wake();
        });
      });
      return control.show(bulkId);
    },
    list: ({ state } = {}) =>
      store.read(async (reader) => {
        const bulks =
          state === 'running' ? await selectRunningBulks(reader) : await selectBulks(reader, shownBulks);
        const results = [];
        for (const bulk of bulks) results.push(await wireBulk(reader, bulk, registry));
        return { results };
      }),
    show: (id) => store.read(async (reader) => wireBulk(reader, await known(reader, id), registry)),
    items: (id, query) =>
      store.read(async (reader) => {
        const { seq } = await known(reader, id);
        const limit = query.limit ?? 100;
        const after = readCursor(query.cursor) ?? -1;
        const rows = await selectItems(reader, seq, { after, state: query.state, limit });
        const last = rows.at(-1);
        return {
          results: rows.map((row) => wireItem(row, registry)),
          ...(rows.length === limit && last !== undefined ? { cursor: String(last.position) } : {}),
        };
      }),
    async cancel(id) {
      await store.write(async (tx) => cancelWaiting(tx, await known(tx, id), clock.now()));
      return control.show(id);
    },
  };

  return {
    control,
    markInterrupted: (tx) => markInterrupted(tx, clock.now()),
    recorded(ended) {
      if (mayWait && ended.some(({ attempt }) => attempt.extraSeq !== null)) context.wake();
    },
    source: {
      name: 'bulk resends',
      async nextDueAt(reader) {
        if (!mayWait || (await countExtra(reader, mostQueued)) >= mostQueued) return undefined;
        return (await selectWaitingItems(reader, 1)).length === 0 ? undefined : clock.now();
      },
      runDue: async (tx, now, limit) => (mayWait ? queueNext(tx, now, limit) : 0),
      upcoming: async () => [],
      countUntil: async () => ({ what: 'bulk resends', count: 0 }),
    },
  };
};

/** Whether the same request has begun it. @throws CatalogueError `bulkResend.otherRequest` if another one has */
const begunBy = async (reader: Reader, id: string, requestDigest: string): Promise<boolean> => {
  const bulk = await selectBulk(reader, id);
  if (bulk === undefined) return false;
  if (bulk.request_digest !== requestDigest) throw new CatalogueError('bulkResend.otherRequest', { id });
  return true;
};

interface Found {
  readonly messageId: string;
  readonly delivery: Delivery;
}

/** The messages that a selection names, newest first where a filter names them. */
async function* selectedMessages(
  { list, byId }: MessageLog,
  selection: DeliverySelection['selection'],
): AsyncGenerator<Message> {
  if ('ids' in selection) {
    for (let at = 0; at < selection.ids.length; at += pageSize) {
      yield* await byId(selection.ids.slice(at, at + pageSize));
    }
    return;
  }
  yield* rowsOfFilter(selection, list, pageSize);
}

const countOf = (found: readonly Found[], registry: EndpointRegistry): BulkResendCount => {
  const within = found.slice(0, mostResent);
  const live = new Map(registry.live().map(({ row }) => [row.id, row]));
  const reasonOf = (webhookId: string): RefusalReason | undefined => {
    const row = live.get(webhookId);
    if (row === undefined) return 'deleted';
    return row.disabled_at === null ? undefined : 'disabled';
  };
  const byEndpoint = Map.groupBy(within, ({ delivery }) => delivery.webhookId);
  const refused = [...byEndpoint].flatMap(([webhookId, deliveries]) => {
    const reason = reasonOf(webhookId);
    return reason === undefined ? [] : [{ webhookId, reason, count: deliveries.length }];
  });
  const refusedCount = refused.reduce((sum, { count }) => sum + count, 0);
  return {
    messages: new Set(within.map(({ messageId }) => messageId)).size,
    deliveries: within.length - refusedCount,
    endpoints: byEndpoint.size - refused.length,
    refused,
    isTooMany: found.length > mostResent,
  };
};

/** Deliveries as items; those that can't be sent are refused at once. */
const itemsOf = async (
  tx: Tx,
  found: readonly Found[],
  registry: EndpointRegistry,
  refusalOf: (endpointSeq: number) => RefusalReason | undefined,
): Promise<readonly NewBulkItem[]> => {
  const items: NewBulkItem[] = [];
  for (const [messageId, wanted] of Map.groupBy(found, (one) => one.messageId)) {
    const message = await selectMessage(tx, messageId);
    if (message === undefined) continue;
    const ids = new Set(wanted.map(({ delivery }) => delivery.webhookId));
    for (const { seq, endpoint_seq } of await selectDeliveriesOf(tx, [message.seq])) {
      if (!ids.has(registry.bySeq(endpoint_seq).row.id)) continue;
      const refused = refusalOf(endpoint_seq);
      items.push({
        deliverySeq: seq,
        messageId,
        endpointSeq: endpoint_seq,
        ...(refused === undefined ? {} : { refused }),
      });
    }
  }
  return items;
};

const wireBulk = async (
  reader: Reader,
  bulk: StoredBulk,
  registry: EndpointRegistry,
): Promise<BulkResend> => {
  const { counts: counted, refused } = await bulkResult(reader, bulk);
  const counts = Object.fromEntries(
    bulkItemStates.map((state) => [state, counted[state] ?? 0]),
  ) as BulkResend['counts'];
  return {
    id: bulk.id,
    created: toIso(bulk.created_at),
    state: bulk.result_json === null ? 'running' : bulk.cancelled_at === null ? 'done' : 'cancelled',
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    ...(bulk.interrupted_at === null
      ? {}
      : { interrupted: { at: toIso(bulk.interrupted_at), sent: bulk.sent_before ?? 0 } }),
    refusals: refused.map(({ endpoint_seq, reason, count }) => ({
      webhookId: registry.bySeq(endpoint_seq).row.id,
      reason,
      count,
    })),
    counts,
  };
};

const wireItem = (row: BulkItemRow, registry: EndpointRegistry): BulkResendItem => ({
  messageId: row.message_id,
  webhookId: registry.bySeq(row.endpoint_seq).row.id,
  state: row.state,
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.status_code === null ? {} : { statusCode: row.status_code }),
  ...(row.error === null ? {} : { error: row.error }),
});
