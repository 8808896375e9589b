import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Long work, each before it begins and after its end: a process that ends amid it leaves it to the next one. */
export const jobStatements: readonly string[] = [
  `create table desk_jobs (id text primary key not null, case_id text, started integer not null, ended integer,
    content blob not null)`,
];

export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of jobStatements) await sql.raw(statement).execute(db);
  },
};
