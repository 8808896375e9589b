import { type Kysely, sql } from 'kysely';

/** Deliveries by how their last attempt failed. Most succeed, and cost these indexes nothing. */
export const failedAttempts = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};

const statements = [
  `create index deliveries_by_code on deliveries (last_status_code, message_seq)
    where last_status_code >= 300`,
  `create index deliveries_by_error on deliveries (last_error, message_seq) where last_error is not null`,
];
