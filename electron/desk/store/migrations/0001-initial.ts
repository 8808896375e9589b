import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Never changed once released: what is to be different comes as another migration. */
export const initial: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('targets')
      .addColumn('id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('name', 'text', (c) => c.notNull().unique())
      .addColumn('base_url', 'text', (c) => c.notNull())
      .addColumn('api_key', 'blob', (c) => c.notNull())
      .addColumn('client_id', 'text')
      .addColumn('ca_pem', 'text')
      .addColumn('concurrency', 'integer', (c) => c.notNull())
      .addColumn('per_second', 'integer', (c) => c.notNull())
      .addColumn('created', 'integer', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('case_heads')
      .addColumn('case_id', 'text', (c) => c.primaryKey().notNull())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('code', 'text', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull())
      .addColumn('imported', 'text')
      .addColumn('seal', 'text', (c) => c.notNull())
      .addColumn('summary', 'text', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('case_entries')
      .addColumn('case_id', 'text', (c) => c.notNull())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('at', 'text', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('content', 'text', (c) => c.notNull())
      .addColumn('code', 'text', (c) => c.notNull())
      .addPrimaryKeyConstraint('case_entries_key', ['case_id', 'seq'])
      .execute();
    await db.schema
      .createTable('attachments')
      .addColumn('case_id', 'text', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull())
      .addColumn('sealed', 'integer', (c) => c.notNull())
      .addColumn('content', 'blob', (c) => c.notNull())
      .addPrimaryKeyConstraint('attachments_key', ['case_id', 'digest'])
      .execute();
    await db.schema
      .createTable('case_secrets')
      .addColumn('case_id', 'text', (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('value', 'blob', (c) => c.notNull())
      .addPrimaryKeyConstraint('case_secrets_key', ['case_id', 'name'])
      .execute();
    await db.schema
      .createTable('deleted_cases')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('case_id', 'text', (c) => c.notNull())
      .addColumn('digest', 'text', (c) => c.notNull())
      .addColumn('at', 'integer', (c) => c.notNull())
      .addColumn('actor', 'text', (c) => c.notNull())
      .execute();
  },
};
