import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { sealTables } from './seal-tables.ts';

/** Tags of the rows that no chain holds, and a sum over each table. */
export const rowSeals: Migration = {
  async up(db: Kysely<unknown>) {
    for (const text of sealTables) await sql.raw(text).execute(db);
  },
};
