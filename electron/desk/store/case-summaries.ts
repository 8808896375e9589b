import { type Selectable, sql } from 'kysely';
import { insertRows } from '#base/store/bulk.ts';
import type { CaseSummaryTable } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Kept summaries of cases, and which of them are out of date. Nothing here knows what they are derived from. */
export type CaseSummaryRow = Selectable<CaseSummaryTable>;

/** All that a seal covers, in a fixed order. */
export const sealedTextOf = (row: Omit<CaseSummaryRow, 'seal'>): string =>
  JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)));

/** Cases whose summary is out of date; at most `limit`. */
export const readStale = async ({ db }: Reader, limit: number): Promise<string[]> => {
  const rows = await db.selectFrom('case_stale').select('case_id').limit(limit).execute();
  return rows.map((row) => row.case_id);
};

/** The same, of some cases. */
export const readStaleOf = async (
  { db }: Reader,
  caseIds: readonly string[],
  limit: number,
): Promise<string[]> => {
  if (caseIds.length === 0) return [];
  const rows = await db
    .selectFrom('case_stale')
    .select('case_id')
    .where('case_id', 'in', caseIds)
    .limit(limit)
    .execute();
  return rows.map((row) => row.case_id);
};

/** The same, of cases that have an entry of one of the kinds. */
export const readStaleWith = async (
  { db }: Reader,
  kinds: readonly string[],
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('case_stale as stale')
    .select('stale.case_id')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('case_entries as entry')
          .select('entry.seq')
          .whereRef('entry.case_id', '=', 'stale.case_id')
          .where('entry.kind', 'in', kinds),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map((row) => row.case_id);
};

/** All cases, and how many of them have a summary that is up to date. */
export const countRead = async ({ db }: Reader): Promise<{ done: number; total: number }> => {
  const { rows } = await sql<{ kept: number; stale: number; both: number }>`select
    (select count(*) from case_summaries) as kept,
    (select count(*) from case_stale) as stale,
    (select count(*) from case_stale where case_id in (select case_id from case_summaries)) as both`.execute(
    db,
  );
  const { kept = 0, stale = 0, both = 0 } = rows[0] ?? {};
  return { done: kept - both, total: kept + stale - both };
};

export const countStale = async ({ db }: Reader): Promise<number> => {
  const { count } = await db
    .selectFrom('case_stale')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Whether a summary was derived by another version. */
export const hasOtherVersion = async ({ db }: Reader, version: number): Promise<boolean> =>
  (await db
    .selectFrom('case_summaries')
    .select('case_id')
    .where('version', '!=', version)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Those that another version derived are out of date. */
export const markOtherVersions = async ({ db }: Tx, version: number): Promise<void> => {
  await sql`insert into case_stale select case_id from case_summaries where version != ${version}
    on conflict do nothing`.execute(db);
};

/** Summaries as they are now, and cases that are gone: neither is out of date any more. */
export const writeSummaries = async (
  { db }: Tx,
  rows: readonly CaseSummaryRow[],
  gone: readonly string[],
): Promise<void> => {
  await insertRows(db, 'case_summaries', rows, ['case_id']);
  const ids = [...rows.map((row) => row.case_id), ...gone];
  for (const id of gone) await db.deleteFrom('case_summaries').where('case_id', '=', id).execute();
  for (const id of ids) await db.deleteFrom('case_stale').where('case_id', '=', id).execute();
};

/** All of them are derived again. */
export const dropSummaries = async ({ db }: Tx): Promise<void> => {
  await db.deleteFrom('case_summaries').execute();
  await sql`insert into case_stale select case_id from case_heads union select case_id from case_entries where true
    on conflict do nothing`.execute(db);
};

/** Kept summaries beside what they were derived from, for a verification. */
export const readForCheck = async ({ db }: Reader) => {
  const rows = await db.selectFrom('case_summaries').selectAll().execute();
  const stale = await db.selectFrom('case_stale').select('case_id').execute();
  return { rows, stale: new Set(stale.map((row) => row.case_id)) };
};
