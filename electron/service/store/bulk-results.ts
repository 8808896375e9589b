import { sql } from 'kysely';
import { type BulkStatement, runBulk } from '#base/store/bulk.ts';
import { itemsOf, lockedRows, numberAt } from '#base/store/dialect.ts';
import type { BulkItemState, RefusalReason } from '#contract/bulk-resend.ts';
import type { Reader, Tx } from './store.ts';

/**
 * Results of bulk resends. That of a delivery is written with the end of its extra attempt, and that of the whole with
 * the last of them: neither changes afterwards, whatever retention removes.
 */

export interface RefusedItems {
  readonly endpoint_seq: number;
  readonly reason: RefusalReason;
  readonly count: number;
}

/** What a bulk resend has come to; the states that no item has are left out. */
export interface BulkResult {
  readonly counts: Readonly<Partial<Record<BulkItemState, number>>>;
  /** By endpoint and reason, the most first. */
  readonly refused: readonly RefusedItems[];
}

/** What the row of an ended one keeps. */
interface KeptResult {
  readonly counts: BulkResult['counts'];
  readonly refused: readonly (readonly [endpointSeq: number, reason: RefusalReason, count: number])[];
}

/** Of one that has ended its kept result; another one is counted. */
export const bulkResult = async (
  reader: Reader,
  { seq, result_json }: { readonly seq: number; readonly result_json: string | null },
): Promise<BulkResult> => {
  if (result_json === null) return countResult(reader, seq);
  const { counts, refused } = JSON.parse(result_json) as KeptResult;
  return {
    counts,
    refused: refused.map(([endpoint_seq, reason, count]) => ({ endpoint_seq, reason, count })),
  };
};

const countResult = async ({ db }: Reader, bulkSeq: number): Promise<BulkResult> => {
  const counted = await sql<{ state: BulkItemState | 'queued'; count: number }>`
    select state, count(*) as count from bulk_resend_items where bulk_seq = ${bulkSeq} group by state`.execute(
    db,
  );
  const refused = await sql<RefusedItems>`
    select endpoint_seq, reason, count(*) as count from bulk_resend_items
    where bulk_seq = ${bulkSeq} and state = 'refused'
    group by endpoint_seq, reason order by count desc, endpoint_seq`.execute(db);
  return {
    counts: Object.fromEntries(
      counted.rows.map(({ state, count }) => [state === 'queued' ? 'sending' : state, count]),
    ),
    refused: refused.rows,
  };
};

/** An extra attempt that has ended. */
export interface EndedExtra {
  readonly extraSeq: number;
  readonly deliverySeq: number;
  readonly succeeded: boolean;
  readonly statusCode: number | null;
  readonly error: string | null;
}

/** Writes the results of those that belong to a bulk resend, in the unit of work in which they are recorded. */
export const endItems = async (tx: Tx, ended: readonly EndedExtra[]): Promise<void> => {
  if (ended.length === 0) return;
  const items = await runBulk(
    tx.db,
    endStatement,
    ended.map((one) => [
      one.extraSeq,
      one.deliverySeq,
      one.succeeded ? 'delivered' : 'failed',
      one.statusCode,
      one.error,
    ]),
  );
  if (items.length > 0) await endBulks(tx);
};

const endStatement: BulkStatement = {
  v: { extra_seq: 'integer', delivery_seq: 'integer', state: 'text', status_code: 'integer', error: 'text' },
  text: `update bulk_resend_items set state = v.state, status_code = v.status_code, error = v.error from v
    where bulk_resend_items.state = 'queued' and bulk_resend_items.extra_seq = v.extra_seq
      and bulk_resend_items.delivery_seq = v.delivery_seq returning bulk_seq`,
};

/**
 * Cancels queued items whose extra attempt was dropped, as its endpoint was deleted or stayed disabled. One that is
 * under way all the same has its result to come.
 */
export const cancelDropped = async (tx: Tx): Promise<void> => {
  const { numAffectedRows = 0n } = await sql`
    update bulk_resend_items as item set state = 'cancelled' where state = 'queued'
      and not exists (
        select 1 from extra_attempts where seq = item.extra_seq and delivery_seq = item.delivery_seq)
      and not exists (
        select 1 from leases, ${itemsOf(sql.ref('leases.members_json'), 'member')}
        where ${numberAt('member.value', 3)} = item.extra_seq
          and ${numberAt('member.value', 0)} = item.delivery_seq)`.execute(tx.db);
  if (numAffectedRows > 0n) await endBulks(tx);
};

/** Keeps the results of those of which nothing waits or is under way any more. Belongs to each end of an item. */
export const endBulks = async (tx: Tx): Promise<void> => {
  // Several processes may each end an item at the same time: the last of them sees what the others did.
  await sql`select seq from bulk_resends where result_json is null order by seq ${lockedRows}`.execute(tx.db);
  const { rows } = await sql<{ seq: number }>`
    select seq from bulk_resends where result_json is null
      and not exists (select 1 from bulk_resend_items where bulk_seq = seq and state = 'waiting')
      and not exists (select 1 from bulk_resend_items where bulk_seq = seq and state = 'queued')`.execute(
    tx.db,
  );
  for (const { seq } of rows) {
    const { counts, refused } = await countResult(tx, seq);
    const kept: KeptResult = {
      counts,
      refused: refused.map(({ endpoint_seq, reason, count }) => [endpoint_seq, reason, count]),
    };
    await tx.db
      .updateTable('bulk_resends')
      .set({ result_json: JSON.stringify(kept) })
      .where('seq', '=', seq)
      .execute();
  }
};
