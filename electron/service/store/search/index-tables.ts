import { type RawBuilder, sql } from 'kysely';
import { runBulk } from '#base/store/bulk.ts';
import { searchedText, type TextSearch } from '#contract/search-text.ts';
import type { Reader } from '#service/store/store.ts';
import { startOfWordSlice, type WordSlice } from './word-slices.ts';
import { queryText, vectorsOf } from './word-vectors.ts';

/** The words of messages in tables of a server: `migrations/postgres/words.ts`. */

/** Messages that are indexed at once. */
const batch = 50;
/** Their characters, unless one alone has more. */
const batchBytes = 262_144;

/** Of one step: there is more to do; there may be; all is done; another process is at it, or has to end something first. */
export type Indexed = 'more' | 'some' | 'all' | 'waiting';

/** Whether messages may have come since all were indexed. Cheap. */
export const isBehind = async ({ db }: Reader): Promise<boolean> => {
  const { rows } = await sql<{
    is: number;
  }>`select (${newest} > settled)::int as is from indexed_words`.execute(db);
  return rows[0]?.is === 1;
};

const newest = sql`(select coalesce(max(seq), 0) from messages)`;

/**
 * Indexes some of the messages that are not yet, oldest first. One process does it at a time: the others pass it by. For
 * a unit of work that takes no turn.
 */
export const indexNext = async (tx: Reader): Promise<Indexed> => {
  const progress = await claim(tx);
  if (progress === undefined) return 'waiting';
  const messages = await nextMessages(tx, progress.settled);
  await runBulk(
    tx.db,
    insertion,
    messages.flatMap(({ seq, body }) =>
      vectorsOf(seq, searchedText(body)).map(({ isWhole, text }, part) => [seq, part, Number(isWhole), text]),
    ),
  );
  const hasMoved = await move(tx, progress, messages.at(-1)?.seq ?? progress.newest);
  const isWhole = messages.length === batch || (messages.at(-1)?.seq ?? progress.newest) < progress.newest;
  if (messages.length > 0 || hasMoved) return isWhole ? 'more' : 'some';
  return progress.settled >= progress.newest ? 'all' : 'waiting';
};

const insertion = {
  v: { message_seq: 'integer', part: 'integer', is_whole: 'integer', words: 'text' },
  text: `insert into message_words (message_seq, part, is_whole, words)
    select message_seq, part, is_whole = 1, words::tsvector from v`,
} as const;

/**
 * How far messages are indexed. Those up to `settled` all are. Numbers are given before they are committed, so that one
 * below the highest may still come: up to `seen`, none does once every transaction below `seen_xid` has ended.
 */
interface Progress {
  readonly settled: number;
  readonly seen: number;
  /** Whether every one of them has ended. */
  readonly has_ended: number;
  readonly newest: number;
  /** No transaction had this number yet, or a higher one, when `newest` was read. */
  readonly next_xid: number;
}

const claim = async ({ db }: Reader): Promise<Progress | undefined> => {
  const xid = (of: 'xmin' | 'xmax') => sql`pg_snapshot_${sql.raw(of)}(pg_current_snapshot())::text::int8`;
  // Numbers of another server, from which the tables were restored, may be higher than any of this one.
  const { rows } = await sql<Progress>`select settled, seen, ${newest} as newest, ${xid('xmax')} as next_xid,
    (${xid('xmin')} >= seen_xid or ${xid('xmax')} < seen_xid)::int as has_ended
    from indexed_words for update skip locked`.execute(db);
  return rows[0];
};

const nextMessages = async ({ db }: Reader, settled: number): Promise<{ seq: number; body: string }[]> => {
  // Locked, so that none is removed before its words are there: they would stay.
  const { rows } = await sql<{ seq: number; body: string }>`
    select seq, body from (
      select seq, body, sum(octet_length(body)) over (order by seq) - octet_length(body) as before from (
        select seq, body from messages where seq > ${settled}
          and not exists (select 1 from message_words where message_seq = messages.seq)
          order by seq limit ${batch} for key share of messages) as waiting) as counted
    where before < ${batchBytes} order by seq`.execute(db);
  return rows;
};

/** @param reached there is none left up to here */
const move = async ({ db }: Reader, progress: Progress, reached: number): Promise<boolean> => {
  if (progress.has_ended === 0) return false;
  const settled = Math.max(progress.settled, Math.min(progress.seen, reached));
  const isThere = settled >= progress.seen;
  const next = isThere
    ? { seen: progress.newest, xid: sql`${progress.next_xid}` }
    : { seen: progress.seen, xid: sql`seen_xid` };
  if (settled === progress.settled && next.seen === progress.seen) return false;
  await sql`update indexed_words set settled = ${settled}, seen = ${next.seen}, seen_xid = ${next.xid}`.execute(
    db,
  );
  return true;
};

/** How many messages are not indexed yet. */
export const countBehind = async ({ db }: Reader): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from messages
    where seq > (select settled from indexed_words)
      and not exists (select 1 from message_words where message_seq = messages.seq)`.execute(db);
  return rows[0]?.count ?? 0;
};

/** How many messages there are. Takes longer. */
export const countMessages = async ({ db }: Reader): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from messages`.execute(db);
  return rows[0]?.count ?? 0;
};

/** The first and the last message that have words; undefined if none has. */
export const indexedExtent = async ({ db }: Reader): Promise<{ first: number; last: number } | undefined> => {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(message_seq) as first, max(message_seq) as last from message_words`.execute(db);
  const { first, last } = rows[0] ?? {};
  return typeof first === 'number' && typeof last === 'number' ? { first, last } : undefined;
};

export interface WordsAsked {
  readonly search: TextSearch;
  readonly from: number;
  readonly before: number;
  readonly limit: number;
}

/** Messages of a slice that match, newest first. */
export const selectMatches = async (
  { db }: Reader,
  slice: WordSlice,
  asked: WordsAsked,
): Promise<number[]> => {
  const { rows } = await matchesQuery(slice, asked).execute(db);
  return rows.map(({ seq }) => seq);
};

/** For `explain`. */
export const matchesQuery = (
  slice: WordSlice,
  { search, from, before, limit }: WordsAsked,
): RawBuilder<{ seq: number }> => {
  const terms = search.map((term) => queryText(slice, term));
  const all = terms.map((term) => `(${term})`).join(' & ');
  const any = terms.map((term) => `(${term})`).join(' | ');
  const each = terms.map((term) => sql`bool_or(words @@ ${term}::tsquery)`);
  // By the words alone, which name the slice: what is known of the order of rows would only mislead.
  return sql<{ seq: number }>`
    with found as materialized (
      select message_seq as seq from message_words where is_whole and words @@ ${all}::tsquery
      union all
      select message_seq from message_words where not is_whole and words @@ ${any}::tsquery
        group by message_seq having ${sql.join(each, sql` and `)})
    select seq from found where seq >= ${Math.max(from, startOfWordSlice(slice))} and seq < ${before}
    order by seq desc limit ${limit}`;
};
