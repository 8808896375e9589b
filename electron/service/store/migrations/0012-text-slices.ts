import { type Kysely, sql } from 'kysely';

/** How often messages of a slice were removed, so that `search.db`, which follows, knows what to index anew. */
export const textSlices = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(`create table text_slices (slice integer primary key, version integer not null) strict`)
      .execute(db);
  },
};
