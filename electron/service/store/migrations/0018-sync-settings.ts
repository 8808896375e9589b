import { type Kysely, sql } from 'kysely';

/** Sync settings that a company has of its own, and when each Linked connection is read next by a schedule. */
export const syncSettings = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table company_sync_settings (
    company_id text primary key references companies(id) on delete cascade, settings_json text not null) strict`,
  `create table sync_schedules (
    connection_id text primary key references connections(id) on delete cascade,
    due_at integer not null, types_json text not null) strict`,
  `create index sync_schedules_due on sync_schedules (due_at, connection_id)`,
  // However a connection loses its link, nothing of it is scheduled any more.
  `create trigger sync_schedules_end after update of status on connections
    when old.status = 'Linked' and new.status <> 'Linked' begin
    delete from sync_schedules where connection_id = new.id; end`,
];
