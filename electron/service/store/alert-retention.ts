import { sql } from 'kysely';
import { numberList, textList } from '#base/store/dialect.ts';
import { prepared } from '#base/store/prepared.ts';
import type { ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';
import { rowsOfStep, type SweepStep, type Swept, sweptOf } from './sweep-place.ts';

/** Removing what the legacy mechanism keeps for longer than the sandbox's owner wants. */

const oldestAlert = prepared<ServiceSchema, object, { created_at: number }>((db) =>
  db.selectFrom('alerts').select('created_at').orderBy('created_at').limit(1),
);
export const selectOldestAlertAt = async ({ db }: Reader): Promise<number | undefined> =>
  (await oldestAlert.first(db, {}))?.created_at;

interface OldAlert {
  readonly seq: number;
  readonly id: string;
  readonly created_at: number;
  readonly status: string;
  readonly leased_by: number | null;
}

/**
 * Deletes the old alerts of a step with their attempts and mails. One that is Pending, which it is while an attempt is
 * under way too, stays, however old; so does one whose mail is not written yet.
 * @returns the ids of those deleted, too
 */
export const deleteOldAlerts = async (
  { db }: Tx,
  step: SweepStep,
): Promise<Swept & { readonly ids: string[] }> => {
  const columns = sql`seq, id, created_at, status, leased_by`;
  const { rows } = await rowsOfStep<OldAlert>('alerts', columns, step).execute(db);
  const unwritten = await db
    .selectFrom('alert_mails')
    .select('alert_id')
    .where('alert_id', 'in', textList(rows.map(({ id }) => id)))
    .where('due_at', 'is not', null)
    .execute();
  const kept = new Set(unwritten.map(({ alert_id }) => alert_id));
  const gone = rows.filter((row) => row.status !== 'Pending' && row.leased_by === null && !kept.has(row.id));
  const ids = gone.map(({ id }) => id);
  if (gone.length > 0) {
    const seqs = numberList(gone.map(({ seq }) => seq));
    await db.deleteFrom('alert_attempts').where('alert_seq', 'in', seqs).execute();
    await db.deleteFrom('alert_mails').where('alert_id', 'in', textList(ids)).execute();
    await db.deleteFrom('alerts').where('seq', 'in', seqs).execute();
  }
  return { ...sweptOf(rows, step, gone.length), ids };
};
