import { type Kysely, sql } from 'kysely';

/** The products that a company has; a trigger raises its revision with each change, as with all of its row. */
export const products = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(`alter table companies add column products_json text not null default '[]'`).execute(db);
  },
};
