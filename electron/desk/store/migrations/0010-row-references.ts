import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Rows are found by their reference in whatever case they are. */
export const rowReferences: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index token_rows_ref on token_rows (ref collate nocase) where ref is not null`.execute(
      db,
    );
  },
};
