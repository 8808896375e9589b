import { type Kysely, sql } from 'kysely';

/** Push operations: what was asked for, when each ends, and how it ended. */
export const pushes = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table pushes (
    seq integer primary key autoincrement, id text not null unique,
    company_id text not null references companies(id) on delete cascade, connection_id text not null,
    data_type text not null, change text not null, record_id text not null, requested_at integer not null,
    timeout_minutes integer, due_at integer, completed_at integer, status text not null, status_code integer not null,
    error_message text, validation_json text) strict`,
  `create index pushes_by_company on pushes (company_id, seq)`,
  `create index pushes_due on pushes (due_at, seq) where due_at is not null`,
];
