import { type Kysely, type RawBuilder, sql } from 'kysely';
import { numberList } from '#base/store/dialect.ts';
import type { ServiceSchema } from './schema.ts';
import type { Reader } from './store.ts';

/** How much falls due up to an instant (`until`, ms UTC, inclusive). Each count keeps to an index of what waits. */

type Due = 'deliveries' | 'extra_attempts' | 'alerts' | 'alert_mails';

const countDue = async (
  db: Kysely<ServiceSchema>,
  table: Due,
  until: number,
  only: RawBuilder<unknown> = sql`leased_by is null`,
): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
    where due_at is not null and due_at <= ${until} and ${only}`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Seqs of deliveries, and of extra attempts, that are under way: they are due in the table, and have left. */
export interface UnderWay {
  readonly deliveries: Iterable<number>;
  readonly extra: Iterable<number>;
}

export const seqsOf = (seqs: Iterable<number>): RawBuilder<number> => numberList([...seqs]);

/** Attempts of one endpoint, extra ones too. */
export const countDeliveriesDue = async (
  { db }: Reader,
  endpointSeq: number,
  underWay: UnderWay,
  until: number,
): Promise<number> => {
  const waiting = (seqs: Iterable<number>): RawBuilder<unknown> =>
    sql`endpoint_seq = ${endpointSeq} and seq not in ${seqsOf(seqs)}`;
  const scheduled = await countDue(db, 'deliveries', until, waiting(underWay.deliveries));
  return scheduled + (await countDue(db, 'extra_attempts', until, waiting(underWay.extra)));
};

export const countAlertsDue = ({ db }: Reader, until: number): Promise<number> =>
  countDue(db, 'alerts', until);
export const countMailsDue = ({ db }: Reader, until: number): Promise<number> =>
  countDue(db, 'alert_mails', until);
