import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The data types of a row's sync by their final status: until now they were only counted. */
export const dataTypes: Migration = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('token_progress').addColumn('data_types', 'text').execute();
  },
};
