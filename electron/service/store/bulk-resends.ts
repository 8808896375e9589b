import { type Selectable, sql } from 'kysely';
import { type BulkStatement, insertValues, runBulk } from '#base/store/bulk.ts';
import { indexedBy, numberList } from '#base/store/dialect.ts';
import type { BulkItemState, RefusalReason } from '#contract/bulk-resend.ts';
import { bulkResult, endBulks } from './bulk-results.ts';
import type { BulkResendRow } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Resends of many deliveries: their items, from the first that waits to the last that is queued or cancelled. */

export interface NewBulkItem {
  readonly deliverySeq: number;
  readonly messageId: string;
  readonly endpointSeq: number;
  /** undefined: it waits to be sent. */
  readonly refused?: RefusalReason;
}

/** Of older ones that have ended nothing is asked any more. */
const keptBulks = 50;

export const insertBulk = async (
  tx: Tx,
  bulk: { readonly id: string; readonly createdAt: number; readonly requestDigest: string },
  items: readonly NewBulkItem[],
): Promise<void> => {
  const { db } = tx;
  const { seq } = await db
    .insertInto('bulk_resends')
    .values({
      id: bulk.id,
      created_at: bulk.createdAt,
      request_digest: bulk.requestDigest,
      result_json: null,
      cancelled_at: null,
      interrupted_at: null,
      sent_before: null,
    })
    .returning('seq')
    .executeTakeFirstOrThrow();
  await insertValues(
    db,
    'bulk_resend_items',
    ['bulk_seq', 'position', 'delivery_seq', 'message_id', 'endpoint_seq', 'state', 'reason'],
    items.map((item, position) => [
      seq,
      position,
      item.deliverySeq,
      item.messageId,
      item.endpointSeq,
      item.refused === undefined ? 'waiting' : 'refused',
      item.refused ?? null,
    ]),
  );
  // All may have been refused.
  await endBulks(tx);
  await deleteOldBulks(tx, seq - keptBulks);
};

const deleteOldBulks = async ({ db }: Tx, upTo: number): Promise<void> => {
  const old = db
    .selectFrom('bulk_resends')
    .select('seq')
    .where('seq', '<=', upTo)
    .where('result_json', 'is not', null);
  await db.deleteFrom('bulk_resend_items').where('bulk_seq', 'in', old).execute();
  await db.deleteFrom('bulk_resends').where('seq', 'in', old).execute();
};

export interface WaitingItem {
  readonly bulk_seq: number;
  readonly position: number;
  readonly delivery_seq: number;
  readonly endpoint_seq: number;
}

/** Items that wait, in their order, at most `limit`. */
export const selectWaitingItems = async ({ db }: Reader, limit: number): Promise<WaitingItem[]> => {
  const { rows } = await sql<WaitingItem>`
    select bulk_seq, position, delivery_seq, endpoint_seq from bulk_resend_items
    ${indexedBy('bulk_resend_items_waiting')} where state = 'waiting'
    order by bulk_seq, position limit ${limit}`.execute(db);
  return rows;
};

/** Of some deliveries those that an extra attempt waits for or is under way of, and those that are there at all. */
export const selectResendable = async (
  { db }: Reader,
  deliverySeqs: readonly number[],
): Promise<ReadonlyMap<number, { readonly isUnderWay: boolean }>> => {
  const { rows } = await sql<{ seq: number; under_way: number }>`
    select seq, exists (select 1 from extra_attempts where delivery_seq = deliveries.seq) as under_way
    from deliveries where seq in ${numberList(deliverySeqs)}`.execute(db);
  return new Map(rows.map(({ seq, under_way }) => [seq, { isUnderWay: under_way === 1 }]));
};

/** Extra attempts that wait or are under way, counted up to `most`. */
export const countExtra = async ({ db }: Reader, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from extra_attempts limit ${most}) as counted`.execute(db);
  return rows[0]?.count ?? 0;
};

/** They are queued: each with the extra attempt of its delivery, of which there is one. */
export const markQueued = async ({ db }: Tx, items: readonly WaitingItem[]): Promise<void> => {
  await runBulk(db, queuedStatement, places(items));
};

const queuedStatement: BulkStatement = {
  v: { bulk_seq: 'integer', position: 'integer' },
  text: `update bulk_resend_items set state = 'queued',
      extra_seq = (select seq from extra_attempts where delivery_seq = bulk_resend_items.delivery_seq)
    from v where bulk_resend_items.bulk_seq = v.bulk_seq and bulk_resend_items.position = v.position`,
};

/** They are never sent. */
export const markRefused = async (
  tx: Tx,
  items: readonly WaitingItem[],
  reason: RefusalReason,
): Promise<void> => {
  if (items.length === 0) return;
  await runBulk(
    tx.db,
    refusedStatement,
    places(items).map((place) => [...place, reason]),
  );
  await endBulks(tx);
};

const refusedStatement: BulkStatement = {
  v: { bulk_seq: 'integer', position: 'integer', reason: 'text' },
  text: `update bulk_resend_items set state = 'refused', reason = v.reason
    from v where bulk_resend_items.bulk_seq = v.bulk_seq and bulk_resend_items.position = v.position`,
};

/** What waits of it is never sent. One that has ended stays as it is. */
export const cancelWaiting = async (tx: Tx, { seq, result_json }: StoredBulk, at: number): Promise<void> => {
  if (result_json !== null) return;
  const { db } = tx;
  await db.updateTable('bulk_resends').set({ cancelled_at: at }).where('seq', '=', seq).execute();
  await db
    .updateTable('bulk_resend_items')
    .set({ state: 'cancelled' })
    .where('bulk_seq', '=', seq)
    .where('state', '=', 'waiting')
    .execute();
  await endBulks(tx);
};

export type StoredBulk = Selectable<BulkResendRow>;

export const selectBulk = ({ db }: Reader, id: string): Promise<StoredBulk | undefined> =>
  db.selectFrom('bulk_resends').selectAll().where('id', '=', id).executeTakeFirst();

/** The newest ones, newest first. */
export const selectBulks = ({ db }: Reader, limit: number): Promise<StoredBulk[]> =>
  db.selectFrom('bulk_resends').selectAll().orderBy('seq', 'desc').limit(limit).execute();

/** Those that have not ended, newest first. */
export const selectRunningBulks = ({ db }: Reader): Promise<StoredBulk[]> =>
  db.selectFrom('bulk_resends').selectAll().where('result_json', 'is', null).orderBy('seq', 'desc').execute();

/**
 * Marks those that an earlier process left unfinished: called before the first is queued. One that dies right after it
 * is marked again by the next start, with what was sent by then.
 */
export const markInterrupted = async (tx: Tx, at: number): Promise<void> => {
  for (const bulk of await selectRunningBulks(tx)) {
    const { counts } = await bulkResult(tx, bulk);
    await tx.db
      .updateTable('bulk_resends')
      .set({ interrupted_at: at, sent_before: (counts.delivered ?? 0) + (counts.failed ?? 0) })
      .where('seq', '=', bulk.seq)
      .execute();
  }
};

export interface BulkItemRow {
  readonly position: number;
  readonly message_id: string;
  readonly endpoint_seq: number;
  readonly state: BulkItemState;
  readonly reason: RefusalReason | null;
  readonly status_code: number | null;
  readonly error: string | null;
}

/** Items after a position, in their order. */
export const selectItems = async (
  { db }: Reader,
  bulkSeq: number,
  of: { readonly after: number; readonly state: BulkItemState | undefined; readonly limit: number },
): Promise<BulkItemRow[]> => {
  const { rows } = await sql<BulkItemRow>`
    select * from (
      select position, message_id, endpoint_seq, reason, status_code, error,
        case state when 'queued' then 'sending' else state end as state
      from bulk_resend_items where bulk_seq = ${bulkSeq} and position > ${of.after}) as item
    where ${of.state === undefined ? sql`true` : sql`state = ${of.state}`}
    order by position limit ${of.limit}`.execute(db);
  return rows;
};

const places = (items: readonly WaitingItem[]): number[][] =>
  items.map(({ bulk_seq, position }) => [bulk_seq, position]);
