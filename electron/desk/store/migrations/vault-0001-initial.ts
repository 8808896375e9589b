import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Never changed once released: what is to be different comes as another migration. */
export const vaultInitial: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('row_secrets')
      .addColumn('row_id', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('case_id', 'text', (c) => c.notNull())
      .addColumn('salt', 'blob', (c) => c.notNull())
      .addColumn('content', 'blob', (c) => c.notNull())
      .execute();
  },
};
