import { sql } from 'kysely';
import { indexedBy, numberList } from '#base/store/dialect.ts';
import type { DeliveryStatus } from '#contract/message.ts';
import { deliveryConditions, type LogFilter, type SeqBounds } from './log-search.ts';
import type { Reader } from './store.ts';

/** Deliveries over time, counted over indexes alone where the filter allows it: most are successes, which none has. */

const others = ['Sending', 'Attempting', 'Failed', 'Cancelled'] as const;

export type StatusCounts = Readonly<Record<DeliveryStatus, number>>;

export const noCounts: StatusCounts = { Sending: 0, Attempting: 0, Success: 0, Failed: 0, Cancelled: 0 };

/** When the oldest message was made, ms UTC. */
export const selectFirstAt = async ({ db }: Reader): Promise<number | undefined> => {
  const row = await db
    .selectFrom('messages')
    .select('created_at')
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
};

/** Deliveries of messages within bounds, to one endpoint or to all. */
export const countByStatus = async (
  { db }: Reader,
  endpointSeq: number | undefined,
  { from, before }: SeqBounds,
): Promise<StatusCounts> => {
  const within = sql`message_seq >= ${from} and message_seq < ${before}`;
  const to = endpointSeq === undefined ? sql`true` : sql`endpoint_seq = ${endpointSeq}`;
  const byIndex = indexedBy(endpointSeq === undefined ? 'deliveries_by_message' : 'deliveries_by_endpoint');
  const { rows } = await sql<{ status: DeliveryStatus | 'All'; count: number }>`
    select 'All' as status, count(*) as count from deliveries ${byIndex} where ${to} and ${within}
    union all
    select status, count(*) from deliveries ${indexedBy('deliveries_unsuccessful')}
    where status <> 'Success' and status in (${sql.join(others)}) and ${within} and ${to} group by status`.execute(
    db,
  );
  const counts = { ...noCounts };
  let all = 0;
  for (const { status, count } of rows) {
    if (status === 'All') all = count;
    else counts[status] = count;
  }
  const unsuccessful = others.reduce((sum, status) => sum + counts[status], 0);
  return { ...counts, Success: all - unsuccessful };
};

/** Of each of some messages, its deliveries that match the filter. */
export const countOfMessages = async (
  { db }: Reader,
  filter: LogFilter,
  messageSeqs: readonly number[],
): Promise<{ messageSeq: number; status: DeliveryStatus; count: number }[]> => {
  const conditions = [sql`true`, ...deliveryConditions(filter)];
  const { rows } = await sql<{ messageSeq: number; status: DeliveryStatus; count: number }>`
    select message_seq as "messageSeq", status, count(*) as count
    from deliveries ${indexedBy('deliveries_by_message')}
    where message_seq in ${numberList(messageSeqs)}
      and ${sql.join(conditions, sql` and `)}
    group by 1, 2`.execute(db);
  return rows;
};
