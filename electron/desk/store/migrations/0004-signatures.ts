import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Signed entries, and the journal of the desk. Entries of before have none of the new columns. */
export const signatures: Migration = {
  async up(db: Kysely<unknown>) {
    for (const column of ['salt', 'commitment', 'signer', 'signature']) {
      await db.schema.alterTable('case_entries').addColumn(column, 'text').execute();
    }
    await db.schema
      .createTable('desk_journal')
      .addColumn('seq', 'integer', (c) => c.primaryKey().notNull())
      .addColumn('at', 'text', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('salt', 'text')
      .addColumn('commitment', 'text', (c) => c.notNull())
      .addColumn('signer', 'text', (c) => c.notNull())
      .addColumn('signature', 'text', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull())
      .execute();
  },
};
