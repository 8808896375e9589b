import { type Kysely, sql } from 'kysely';

/**
 * A read holds what its datasets share, and only one that ends otherwise than the others has a row of its own. Reads of
 * earlier versions keep their rows in `datasets`; their `course` stays null.
 */
export const readsAsOneRow = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `alter table reads add column data_types text`,
  `alter table reads add column course blob`,
  `alter table reads add column ended integer not null default 0`,
  `alter table reads add column due_at integer`,
  `alter table reads add column cancelled_at integer`,
  `alter table reads add column cancel_reason text`,
  `alter table reads add column deviations integer not null default 0`,
  `create index reads_due on reads (due_at, seq) where due_at is not null`,
  `create table dataset_deviations (
    read_seq integer not null references reads(seq) on delete cascade, position integer not null,
    end_status text not null, error_message text, primary key (read_seq, position)) strict, without rowid`,
];
