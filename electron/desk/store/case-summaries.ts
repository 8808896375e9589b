import { type Selectable, sql } from 'kysely';
import { insertRows } from '#base/prepared.ts';
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
  await sql`insert or ignore into case_stale select case_id from case_summaries where version != ${version}`.execute(
    db,
  );
};

/** Summaries as they are now, and cases that are gone: neither is out of date any more. */
export const writeSummaries = async (
  { db }: Tx,
  rows: readonly CaseSummaryRow[],
  gone: readonly string[],
): Promise<void> => {
  await insertRows(db, 'case_summaries', rows, 'insert or replace');
  const ids = [...rows.map((row) => row.case_id), ...gone];
  for (const id of gone) await db.deleteFrom('case_summaries').where('case_id', '=', id).execute();
  for (const id of ids) await db.deleteFrom('case_stale').where('case_id', '=', id).execute();
};

/** All of them are derived again. */
export const dropSummaries = async ({ db }: Tx): Promise<void> => {
  await db.deleteFrom('case_summaries').execute();
  await sql`insert or ignore into case_stale select case_id from case_heads union select case_id from case_entries`.execute(
    db,
  );
};

/** Kept summaries beside what they were derived from, for a verification. */
export const readForCheck = async ({ db }: Reader) => {
  const rows = await db.selectFrom('case_summaries').selectAll().execute();
  const stale = await db.selectFrom('case_stale').select('case_id').execute();
  return { rows, stale: new Set(stale.map((row) => row.case_id)) };
};
