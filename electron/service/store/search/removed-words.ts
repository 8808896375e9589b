import { sql } from 'kysely';
import { numbersIn } from '#base/store/dialect.ts';
import type { Tx } from '#service/store/store.ts';
import { sliceBits } from './slices.ts';

/** What the text index holds of messages that go: the slices that they are in are indexed anew, without them. */

/** @param messageSeqs JSON list of those that are being removed */
export const noteRemovedWords = async ({ db }: Tx, messageSeqs: string): Promise<void> => {
  await sql`insert into text_slices (slice, version)
    select distinct value >> ${sql.lit(sliceBits)}, 1 from ${numbersIn(sql.val(messageSeqs))} as listed where true
    on conflict (slice) do update set version = text_slices.version + 1`.execute(db);
};

/** Before all messages are removed. */
export const noteAllWordsRemoved = async ({ db }: Tx): Promise<void> => {
  await sql`insert into text_slices (slice, version)
    with recursive slices(slice) as (
      select 0 union all
      select slice + 1 from slices where slice < (select coalesce(max(seq), 0) >> ${sql.lit(sliceBits)} from messages))
    select slice, 1 from slices where true
    on conflict (slice) do update set version = text_slices.version + 1`.execute(db);
};
