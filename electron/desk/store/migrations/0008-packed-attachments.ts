import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Attachments that the desk itself makes, such as the results of a run, are kept packed. */
export const packedAttachments: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .alterTable('attachments')
      .addColumn('packed', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
};
