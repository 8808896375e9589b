import { sql } from 'kysely';
import { larger } from '#base/store/dialect.ts';
import type { Tx } from './store.ts';

/** An attempt that never left: its delivery is then as it was before. */
export interface UnsentAttempt {
  readonly deliverySeq: number;
  readonly extraSeq: number | null;
  readonly number: number;
}

/**
 * A number below one that another attempt of the delivery has stays with the one that never left, for the next time:
 * the log then has no gap. Any other is free again.
 * @param isPassed an attempt that is under way has a higher number
 */
export const giveNumberBack = async (
  { db }: Tx,
  { deliverySeq, extraSeq, number }: UnsentAttempt,
  isPassed: boolean,
): Promise<void> => {
  const passed = isPassed ? sql<boolean>`true` : sql<boolean>`attempts >= ${number}`;
  if (extraSeq !== null) {
    await sql`update extra_attempts set number = ${number}
      where seq = ${extraSeq} and delivery_seq = ${deliverySeq}
      and exists (select 1 from deliveries where deliveries.seq = ${deliverySeq} and ${passed})`.execute(db);
  }
  // One that ended meanwhile (a resend succeeded, its endpoint was deleted) has no attempt due any more.
  const own = extraSeq === null ? sql`case when due_at is null then number else ${number} end` : sql`number`;
  await sql`update deliveries set number = ${own}, attempts = ${larger(sql.ref('attempts'), sql.val(number))}
    where seq = ${deliverySeq} and ${passed}`.execute(db);
};
