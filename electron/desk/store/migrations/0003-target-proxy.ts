import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Remote targets may be reached by a proxy of their own, whose URL may hold a password. */
export const targetProxy: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('targets').addColumn('proxy', 'blob').execute();
  },
};
