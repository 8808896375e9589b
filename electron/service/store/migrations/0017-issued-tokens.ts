import { type Kysely, sql } from 'kysely';

/** The token set of a platform that runs out next is found by when it was issued, however many there are. */
export const issuedTokens = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('create index token_sets_issued on token_sets (platform_key, issued_at)').execute(db);
  },
};
