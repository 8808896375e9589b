import { type Kysely, sql } from 'kysely';

/** Resends of many deliveries, and each delivery of them: what is not sent yet survives the process. */
export const bulkResends = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create table bulk_resends (
    seq integer primary key autoincrement, id text not null unique, created_at integer not null,
    cancelled_at integer) strict`,
  `create table bulk_resend_items (
    bulk_seq integer not null, position integer not null, delivery_seq integer not null,
    message_id text not null, endpoint_seq integer not null, state text not null, reason text,
    after_attempt integer, primary key (bulk_seq, position)) strict, without rowid`,
  `create index bulk_resend_items_waiting on bulk_resend_items (bulk_seq, position) where state = 'waiting'`,
];
