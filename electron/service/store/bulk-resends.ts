import { type RawBuilder, sql } from 'kysely';
import { runBulk } from '#base/prepared.ts';
import type { BulkItemState, RefusalReason } from '#contract/bulk-resend.ts';
import type { Reader, Tx } from './store.ts';

/** Resends of many deliveries: their items, and the outcome of each, which follows from the attempts. */

export interface NewBulkItem {
  readonly deliverySeq: number;
  readonly messageId: string;
  readonly endpointSeq: number;
  /** undefined: it waits to be sent. */
  readonly refused?: RefusalReason;
}

/** Of older ones nothing is asked any more. */
const keptBulks = 50;

const itemStatement = {
  before:
    'insert into bulk_resend_items (bulk_seq, position, delivery_seq, message_id, endpoint_seq, state, reason) values',
};

/** @returns its seq */
export const insertBulk = async (
  { db }: Tx,
  bulk: { readonly id: string; readonly createdAt: number },
  items: readonly NewBulkItem[],
): Promise<number> => {
  const { seq } = await db
    .insertInto('bulk_resends')
    .values({
      id: bulk.id,
      created_at: bulk.createdAt,
      cancelled_at: null,
      interrupted_at: null,
      sent_before: null,
    })
    .returning('seq')
    .executeTakeFirstOrThrow();
  await runBulk(
    db,
    itemStatement,
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
  await db
    .deleteFrom('bulk_resend_items')
    .where('bulk_seq', '<=', seq - keptBulks)
    .execute();
  await db
    .deleteFrom('bulk_resends')
    .where('seq', '<=', seq - keptBulks)
    .execute();
  return seq;
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
    indexed by bulk_resend_items_waiting where state = 'waiting'
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
    from deliveries where seq in (${listed(deliverySeqs)})`.execute(db);
  return new Map(rows.map(({ seq, under_way }) => [seq, { isUnderWay: under_way === 1 }]));
};

/** Extra attempts that wait or are under way, counted up to `most`. */
export const countExtra = async ({ db }: Reader, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select 1 from extra_attempts limit ${most})`.execute(db);
  return rows[0]?.count ?? 0;
};

/** They are queued: what comes of them is the first resend after the present last attempt. */
export const markQueued = async ({ db }: Tx, items: readonly WaitingItem[]): Promise<void> => {
  await sql`update bulk_resend_items
    set state = 'queued', after_attempt = (select coalesce(max(seq), 0) from attempts)
    where (bulk_seq, position) in (${places(items)})`.execute(db);
};

export const markRefused = async (
  { db }: Tx,
  items: readonly WaitingItem[],
  reason: RefusalReason,
): Promise<void> => {
  if (items.length === 0) return;
  await sql`update bulk_resend_items set state = 'refused', reason = ${reason}
    where (bulk_seq, position) in (${places(items)})`.execute(db);
};

/** What waits of it is never sent. @returns how many items that are */
export const cancelWaiting = async ({ db }: Tx, bulkSeq: number, at: number): Promise<number> => {
  await db.updateTable('bulk_resends').set({ cancelled_at: at }).where('seq', '=', bulkSeq).execute();
  const { numUpdatedRows } = await db
    .updateTable('bulk_resend_items')
    .set({ state: 'cancelled' })
    .where('bulk_seq', '=', bulkSeq)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

export interface StoredBulk {
  readonly seq: number;
  readonly id: string;
  readonly created_at: number;
  readonly cancelled_at: number | null;
  readonly interrupted_at: number | null;
  readonly sent_before: number | null;
}

export const selectBulk = ({ db }: Reader, id: string): Promise<StoredBulk | undefined> =>
  db.selectFrom('bulk_resends').selectAll().where('id', '=', id).executeTakeFirst();

/** The newest ones, newest first. */
export const selectBulks = ({ db }: Reader, limit: number): Promise<StoredBulk[]> =>
  db.selectFrom('bulk_resends').selectAll().orderBy('seq', 'desc').limit(limit).execute();

/** Refused items by endpoint and reason, the most first. */
export const countRefused = async (
  { db }: Reader,
  bulkSeq: number,
): Promise<{ readonly endpoint_seq: number; readonly reason: RefusalReason; readonly count: number }[]> => {
  const { rows } = await sql<{ endpoint_seq: number; reason: RefusalReason; count: number }>`
    select endpoint_seq, reason, count(*) as count from bulk_resend_items
    where bulk_seq = ${bulkSeq} and state = 'refused'
    group by endpoint_seq, reason order by count desc, endpoint_seq`.execute(db);
  return rows;
};

/**
 * Marks those that an earlier process left unfinished: called before the first is queued. One that dies right after it
 * is marked again by the next start, with what was sent by then.
 */
export const markInterrupted = async (tx: Tx, at: number): Promise<void> => {
  const { rows } = await sql<{ seq: number }>`
    select seq from bulk_resends where exists (
      select 1 from bulk_resend_items where bulk_seq = seq and state = 'waiting')
    union select item.bulk_seq from extra_attempts as extra
      join bulk_resend_items as item on item.delivery_seq = extra.delivery_seq and item.state = 'queued'`.execute(
    tx.db,
  );
  for (const { seq } of rows) {
    const counts = await countItems(tx, seq);
    if ((counts.get('waiting') ?? 0) + (counts.get('sending') ?? 0) === 0) continue;
    await tx.db
      .updateTable('bulk_resends')
      .set({
        interrupted_at: at,
        sent_before: (counts.get('delivered') ?? 0) + (counts.get('failed') ?? 0),
      })
      .where('seq', '=', seq)
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

/**
 * Items with the attempt that each led to. One that was queued and has neither an attempt nor an extra attempt that
 * waits was dropped: its endpoint was deleted, or stayed disabled.
 */
const itemsOf = (bulkSeq: number): RawBuilder<BulkItemRow> => sql<BulkItemRow>`
  select item.position, item.message_id, item.endpoint_seq, item.reason, attempt.status_code, attempt.error,
    case
      when item.state <> 'queued' then item.state
      when attempt.seq is null then
        case when exists (select 1 from extra_attempts where delivery_seq = item.delivery_seq)
          then 'sending' else 'cancelled' end
      when attempt.error is null and attempt.status_code between 200 and 299 then 'delivered'
      else 'failed'
    end as state
  from bulk_resend_items as item
  left join attempts as attempt on attempt.seq = (
    select min(seq) from attempts where delivery_seq = item.delivery_seq and trigger = 'resend'
      and seq > item.after_attempt and error is not 'Interrupted')
  where item.bulk_seq = ${bulkSeq}`;

export const countItems = async ({ db }: Reader, bulkSeq: number): Promise<Map<BulkItemState, number>> => {
  const { rows } = await sql<{ state: BulkItemState; count: number }>`
    select state, count(*) as count from (${itemsOf(bulkSeq)}) group by state`.execute(db);
  return new Map(rows.map(({ state, count }) => [state, count]));
};

/** Items after a position, in their order. */
export const selectItems = async (
  { db }: Reader,
  bulkSeq: number,
  of: { readonly after: number; readonly state: BulkItemState | undefined; readonly limit: number },
): Promise<BulkItemRow[]> => {
  const inState = of.state === undefined ? sql`true` : sql`state = ${of.state}`;
  const { rows } = await sql<BulkItemRow>`
    select * from (${itemsOf(bulkSeq)}) where position > ${of.after} and ${inState}
    order by position limit ${of.limit}`.execute(db);
  return rows;
};

const listed = (seqs: readonly number[]): RawBuilder<unknown> =>
  sql`select value from json_each(${JSON.stringify(seqs)})`;

const places = (items: readonly WaitingItem[]): RawBuilder<unknown> =>
  sql`select value ->> 0, value ->> 1 from json_each(${JSON.stringify(
    items.map(({ bulk_seq, position }) => [bulk_seq, position]),
  )})`;
