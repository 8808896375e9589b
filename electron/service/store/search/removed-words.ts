import { sql } from 'kysely';
import { inDialect, numbersIn } from '#base/store/dialect.ts';
import type { Tx } from '#service/store/store.ts';
import { sliceBits } from './slices.ts';

/**
 * What the text index holds of messages that go. In a file, the slices that they are in are indexed anew, without them.
 * On a server their words go at once: of one that is removed in any other way, too, but one by one.
 */

/** @param messageSeqs JSON list of those that are being removed */
export const noteRemovedWords = async ({ db }: Tx, messageSeqs: string): Promise<void> => {
  await inDialect({
    sqlite: sql`insert into text_slices (slice, version)
      select distinct value >> ${sql.lit(sliceBits)}, 1 from ${numbersIn(sql.val(messageSeqs))} as listed where true
      on conflict (slice) do update set version = text_slices.version + 1`,
    postgres: sql`delete from message_words where message_seq in ${numbersIn(sql.val(messageSeqs))}`,
  }).execute(db);
};

/** Before all messages are removed. */
export const noteAllWordsRemoved = async ({ db }: Tx): Promise<void> => {
  await inDialect({
    sqlite: sql`insert into text_slices (slice, version)
      with recursive slices(slice) as (
        select 0 union all
        select slice + 1 from slices where slice < (select coalesce(max(seq), 0) >> ${sql.lit(sliceBits)} from messages))
      select slice, 1 from slices where true
      on conflict (slice) do update set version = text_slices.version + 1`,
    postgres: sql`delete from message_words`,
  }).execute(db);
};
