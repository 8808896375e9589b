import { type RawBuilder, sql } from 'kysely';
import { indexedBy, itemsOf, numberAt, numbersIn } from '#base/store/dialect.ts';
import { prepared } from '#base/store/prepared.ts';
import { deleteUnusedSets } from './header-sets.ts';
import type { ServiceSchema } from './schema.ts';
import { noteRemovedWords } from './search/removed-words.ts';
import type { Reader, Tx } from './store.ts';
import { rowsOfStep, type SweepStep, type Swept, sweptOf } from './sweep-place.ts';

/** Removing what is older than the sandbox's owner wants to keep. */

const oldestMessage = prepared<ServiceSchema, object, { created_at: number }>((db) =>
  db.selectFrom('messages').select('created_at').orderBy('created_at').limit(1),
);
export const selectOldestMessageAt = async ({ db }: Reader): Promise<number | undefined> =>
  (await oldestMessage.first(db, {}))?.created_at;

/** Old messages of a step. */
export const oldMessagesQuery = (step: SweepStep): RawBuilder<{ seq: number; created_at: number }> =>
  rowsOfStep('messages', sql`seq, created_at`, step);

/** Those of some messages that still wait for a delivery, or have an attempt under way. */
export const keptMessagesQuery = (messageSeqs: string): RawBuilder<{ seq: number }> => sql<{ seq: number }>`
  select distinct message_seq as seq from deliveries ${indexedBy('deliveries_by_message')}
  where message_seq in ${numbersIn(sql.val(messageSeqs))}
    and (status in ('Sending', 'Attempting')
      or seq in (select ${numberAt('member.value', 0)} from leases, ${itemsOf(sql.ref('leases.members_json'), 'member')})
      or exists (select 1 from extra_attempts where delivery_seq = deliveries.seq))`;

/** What is deleted with messages, in this order. */
export const deletionsOf = (messageSeqs: string): RawBuilder<unknown>[] => {
  const seqs = numbersIn(sql.val(messageSeqs));
  return [
    sql`delete from attempts
      where delivery_seq in (select seq from deliveries where message_seq in ${seqs})`,
    sql`delete from deliveries where message_seq in ${seqs}`,
    sql`delete from edited_messages where message_seq in ${seqs}`,
    sql`delete from messages where seq in ${seqs}`,
  ];
};

/**
 * Deletes the old messages of a step with their deliveries and attempts. A message that still waits for a delivery, or
 * has an attempt under way, stays, however old.
 */
export const deleteOldMessages = async (tx: Tx, step: SweepStep): Promise<Swept> => {
  const { db } = tx;
  const { rows } = await oldMessagesQuery(step).execute(db);
  if (rows.length === 0) return { removed: 0, last: undefined };
  const listed = JSON.stringify(rows.map(({ seq }) => seq));
  const kept = new Set((await keptMessagesQuery(listed).execute(db)).rows.map(({ seq }) => seq));
  const gone = rows.filter(({ seq }) => !kept.has(seq)).map(({ seq }) => seq);
  const goneSeqs = JSON.stringify(gone);
  if (gone.length > 0) await noteRemovedWords(tx, goneSeqs);
  if (gone.length > 0) for (const deletion of deletionsOf(goneSeqs)) await deletion.execute(db);
  await deleteUnusedSets(tx);
  return sweptOf(rows, step, gone.length);
};
