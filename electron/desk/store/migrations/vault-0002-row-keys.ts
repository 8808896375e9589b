import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The keys of rows leave the database: what a row was sealed with is named, and its `salt` is emptied at opening. */
export const rowKeyStatements: readonly string[] = [
  'alter table row_secrets add column key_set text',
  'alter table row_secrets add column key_id blob',
  'create table row_key_sets (id text primary key not null, turn integer not null)',
];

export const vaultRowKeys: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of rowKeyStatements) await sql.raw(statement).execute(db);
  },
};
