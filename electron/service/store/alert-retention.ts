import { sql } from 'kysely';
import type { Reader, Tx } from './store.ts';

/** Removing what the legacy mechanism keeps for longer than the sandbox's owner wants. */

export const selectOldestAlertAt = async ({ db }: Reader): Promise<number | undefined> => {
  const row = await db
    .selectFrom('alerts')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
};

/**
 * Deletes up to `limit` alerts made before `before` (ms UTC) with their attempts and mails. One that is Pending, which
 * it is while an attempt is under way too, stays, however old; so does one whose mail is not written yet.
 * @returns the ids of those deleted
 */
export const deleteAlertsBefore = async ({ db }: Tx, before: number, limit: number): Promise<string[]> => {
  const old = await db
    .selectFrom('alerts')
    .select(['seq', 'id'])
    .where('created_at', '<', before)
    .where('status', '<>', 'Pending')
    .where('leased_by', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('alert_mails')
            .select('alert_mails.seq')
            .whereRef('alert_mails.alert_id', '=', 'alerts.id')
            .where('alert_mails.due_at', 'is not', null),
        ),
      ),
    )
    .orderBy('created_at')
    .limit(limit)
    .execute();
  if (old.length === 0) return [];
  const ids = old.map(({ id }) => id);
  const listed = <T>(values: readonly T[]) =>
    sql<T>`(select value from json_each(${JSON.stringify(values)}))`;
  const seqs = listed(old.map(({ seq }) => seq));
  await db.deleteFrom('alert_attempts').where('alert_seq', 'in', seqs).execute();
  await db.deleteFrom('alert_mails').where('alert_id', 'in', listed(ids)).execute();
  await db.deleteFrom('alerts').where('seq', 'in', seqs).execute();
  return ids;
};
