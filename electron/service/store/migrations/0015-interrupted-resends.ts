import { type Kysely, sql } from 'kysely';

/** When a bulk resend was cut off by a stop of the process, and how many of it had been sent by then. */
export const interruptedResends = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw('alter table bulk_resends add column interrupted_at integer').execute(db);
    await sql.raw('alter table bulk_resends add column sent_before integer').execute(db);
  },
};
