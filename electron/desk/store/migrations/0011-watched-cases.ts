import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Kept summaries say whether a case relies on something on its target, so that none is read to find out. Those that do not
 * say so are derived again: their seals do not cover it.
 */
export const watchedCases: Migration = {
  async up(db: Kysely<unknown>) {
    for (const text of statements) await sql.raw(text).execute(db);
  },
};

const statements = [
  'alter table case_summaries add column watched integer not null default 0',
  'insert or ignore into case_stale select case_id from case_summaries',
  'delete from case_summaries',
];
