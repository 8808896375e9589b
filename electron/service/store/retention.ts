import { sql } from 'kysely';
import type { Reader, Tx } from './store.ts';

/** Removing what is older than the sandbox's owner wants to keep. */

export const selectOldestMessageAt = async ({ db }: Reader): Promise<number | undefined> => {
  const row = await db
    .selectFrom('messages')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
};

/**
 * Deletes up to `limit` messages made before `before` (ms UTC) with their deliveries and attempts. A message that
 * still waits for a delivery, or has an attempt under way, stays, however old.
 */
export const deleteMessagesBefore = async ({ db }: Tx, before: number, limit: number): Promise<number> => {
  const old = await db
    .selectFrom('messages')
    .select('seq')
    .where('created_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries')
            .select('deliveries.seq')
            .whereRef('deliveries.message_seq', '=', 'messages.seq')
            .where(({ or, eb, exists: there, selectFrom: from }) =>
              or([
                eb('deliveries.status', 'in', ['Sending', 'Attempting']),
                there(
                  from('extra_attempts')
                    .select('extra_attempts.seq')
                    .whereRef('extra_attempts.delivery_seq', '=', 'deliveries.seq'),
                ),
              ]),
            ),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute();
  if (old.length === 0) return 0;
  const seqs = sql<number>`(select value from json_each(${JSON.stringify(old.map((row) => row.seq))}))`;
  const deliveries = sql<number>`(select seq from deliveries where message_seq in ${seqs})`;
  await db.deleteFrom('attempts').where('delivery_seq', 'in', deliveries).execute();
  await db.deleteFrom('deliveries').where('message_seq', 'in', seqs).execute();
  await db.deleteFrom('messages').where('seq', 'in', seqs).execute();
  return old.length;
};
