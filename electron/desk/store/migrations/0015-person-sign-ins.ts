import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a sign-in at the identity provider is asked about again by. */
export const personSignInStatements: readonly string[] = [
  'create table person_sign_ins (person_id text primary key not null, content blob not null)',
];

export const personSignIns: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of personSignInStatements) await sql.raw(statement).execute(db);
  },
};
