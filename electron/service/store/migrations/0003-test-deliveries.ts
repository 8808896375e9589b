import { type Kysely, sql } from 'kysely';

/** Deliveries of test events can be left out of a count without reading every delivery. */
export const testDeliveries = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql
      .raw(
        `create index deliveries_of_tests on deliveries (endpoint_seq, message_seq, status) where origin = 'test'`,
      )
      .execute(db);
  },
};
