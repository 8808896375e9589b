import { type Selectable, sql } from 'kysely';
import { insertRows } from '#base/store/bulk.ts';
import { numberList } from '#base/store/dialect.ts';
import type { ExchangeRow } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Headers and bodies of requests, masked. Source: `docs/reference/rules/api.md#recorded-bodies`. */

export type StoredExchange = Selectable<ExchangeRow>;

/** What is kept at most; what is older or too much goes, oldest first. */
export interface ExchangeLimits {
  readonly count: number;
  readonly bytes: number;
  /** ms UTC */
  readonly since: number;
}

/** The number of the newest request. */
export const selectNewestSeq = async ({ db }: Reader): Promise<number> => {
  const { rows } = await sql<{ seq: number | null }>`select max(seq) as seq from requests`.execute(db);
  return rows[0]?.seq ?? 0;
};

export const insertExchanges = ({ db }: Tx, rows: readonly StoredExchange[]): Promise<void> =>
  insertRows(db, 'exchanges', rows);

export const selectExchange = ({ db }: Reader, seq: number): Promise<StoredExchange | undefined> =>
  db.selectFrom('exchanges').selectAll().where('seq', '=', seq).executeTakeFirst();

export const selectExchangeSpace = async ({
  db,
}: Reader): Promise<{ readonly count: number; readonly bytes: number }> =>
  db
    .selectFrom('exchanges')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(bytes), 0)`.as('bytes')])
    .executeTakeFirstOrThrow();

/** Deletes at most `limit` rows. @returns whether it reached its bounds */
export const trimExchanges = async (
  { db }: Tx,
  { count, bytes, since }: ExchangeLimits,
  limit: number,
): Promise<boolean> => {
  const { rows } = await sql<{ seq: number }>`
    select seq from (
      select seq, at, row_number() over newest as place, sum(bytes) over newest as below
      from exchanges window newest as (order by seq desc)) as counted
    where place > ${count} or below > ${bytes} or at < ${since}
      or seq < (select min(seq) from requests)
    order by seq limit ${limit}`.execute(db);
  const last = rows.at(-1)?.seq;
  if (last !== undefined) {
    await db
      .deleteFrom('exchanges')
      .where('seq', 'in', numberList(rows.map(({ seq }) => seq)))
      .execute();
  }
  return rows.length < limit;
};

export const deleteExchanges = async ({ db }: Tx): Promise<void> => {
  await db.deleteFrom('exchanges').execute();
};
