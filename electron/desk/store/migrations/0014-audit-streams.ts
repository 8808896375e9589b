import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Where what the desk records goes, and how far each stream is. */
export const auditStreamStatements: readonly string[] = [
  `create table audit_streams (id text primary key not null, created integer not null, settings blob not null,
    progress blob not null)`,
];

export const auditStreams: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of auditStreamStatements) await sql.raw(statement).execute(db);
  },
};
