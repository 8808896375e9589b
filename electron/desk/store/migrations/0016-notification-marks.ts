import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Which notifications a person has read. The notifications themselves are entries of the audit chains. */
export const notificationMarkStatements: readonly string[] = [
  'create table notification_marks (person_id text primary key not null, read text not null)',
];

export const notificationMarks: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of notificationMarkStatements) await sql.raw(statement).execute(db);
  },
};
