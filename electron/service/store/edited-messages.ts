import { numberList } from '#base/store/dialect.ts';
import type { Reader, Tx } from './store.ts';

/** Which messages are edited copies of others. */

export const insertEdited = async (
  { db }: Tx,
  edited: { readonly messageSeq: number; readonly originalId: string },
): Promise<void> => {
  await db
    .insertInto('edited_messages')
    .values({ message_seq: edited.messageSeq, original_id: edited.originalId })
    .execute();
};

/** Ids of the originals of those of some messages that are edited copies, by message seq. */
export const selectOriginals = async (
  { db }: Reader,
  messageSeqs: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const rows = await db
    .selectFrom('edited_messages')
    .selectAll()
    .where('message_seq', 'in', numberList(messageSeqs))
    .execute();
  return new Map(rows.map((row) => [row.message_seq, row.original_id]));
};

/** The newest edited copies of a message, newest first, at most `limit`. */
export const selectCopies = (
  { db }: Reader,
  originalId: string,
  limit: number,
): Promise<{ id: string; created_at: number }[]> =>
  db
    .selectFrom('edited_messages')
    .innerJoin('messages', 'messages.seq', 'edited_messages.message_seq')
    .select(['messages.id', 'messages.created_at'])
    .where('edited_messages.original_id', '=', originalId)
    .orderBy('edited_messages.message_seq', 'desc')
    .limit(limit)
    .execute();
