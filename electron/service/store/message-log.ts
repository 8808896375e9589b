import { type Selectable, sql } from 'kysely';
import type { DeliveryStatus } from '#contract/message.ts';
import type { StoredDelivery } from './deliveries.ts';
import type { StoredMessage } from './messages.ts';
import type { AttemptRow } from './schema.ts';
import type { Reader } from './store.ts';

/** Reading the message log: newest first, by key, so that it stays fast at a million rows. */

export interface LogFilter {
  readonly endpointSeq?: number;
  readonly companyId?: string;
  readonly eventType?: string;
  readonly status?: DeliveryStatus;
  /** ms UTC, inclusive */
  readonly since?: number;
  /** ms UTC, exclusive */
  readonly until?: number;
  /** Only messages before this seq. */
  readonly beforeSeq: number;
  readonly limit: number;
}

export const selectLogPage = async (reader: Reader, filter: LogFilter): Promise<StoredMessage[]> => {
  const bounds = await seqBounds(reader, filter);
  return filter.endpointSeq === undefined && filter.status === undefined
    ? byMessage(reader, filter, bounds)
    : byDelivery(reader, filter, bounds);
};

interface Bounds {
  readonly from: number;
  readonly before: number;
}

/** Times become bounds of the key, as messages are numbered in the order of time. */
const seqBounds = async ({ db }: Reader, filter: LogFilter): Promise<Bounds> => {
  let from = 0;
  let before = filter.beforeSeq;
  if (filter.since !== undefined) {
    const first = await db
      .selectFrom('messages')
      .select('seq')
      .where('created_at', '>=', filter.since)
      .orderBy('created_at')
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst();
    from = first?.seq ?? before;
  }
  if (filter.until !== undefined) {
    const next = await db
      .selectFrom('messages')
      .select('seq')
      .where('created_at', '>=', filter.until)
      .orderBy('created_at')
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst();
    before = Math.min(before, next?.seq ?? before);
  }
  return { from, before };
};

const byMessage = ({ db }: Reader, filter: LogFilter, bounds: Bounds): Promise<StoredMessage[]> =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('seq', '<', bounds.before)
    .where('seq', '>=', bounds.from)
    .$if(filter.companyId !== undefined, (q) => q.where('company_id', '=', filter.companyId as string))
    .$if(filter.eventType !== undefined, (q) => q.where('event_type', '=', filter.eventType as string))
    .orderBy('seq', 'desc')
    .limit(filter.limit)
    .execute();

const byDelivery = ({ db }: Reader, filter: LogFilter, bounds: Bounds): Promise<StoredMessage[]> =>
  db
    .selectFrom('deliveries')
    .innerJoin('messages', 'messages.seq', 'deliveries.message_seq')
    .selectAll('messages')
    // A message with several such deliveries is one row; the index gives them next to each other.
    .distinct()
    .where('deliveries.message_seq', '<', bounds.before)
    .where('deliveries.message_seq', '>=', bounds.from)
    .$if(filter.endpointSeq !== undefined, (q) =>
      q.where('deliveries.endpoint_seq', '=', filter.endpointSeq as number),
    )
    .$if(filter.status !== undefined, (q) =>
      q.where('deliveries.status', '=', filter.status as DeliveryStatus),
    )
    // Said again so that SQLite sees that its index of the unsuccessful ones serves.
    .$if(filter.status !== undefined && filter.status !== 'Success', (q) =>
      q.where(sql<boolean>`deliveries.status <> 'Success'`),
    )
    .$if(filter.companyId !== undefined, (q) =>
      q.where('messages.company_id', '=', filter.companyId as string),
    )
    .$if(filter.eventType !== undefined, (q) =>
      q.where('messages.event_type', '=', filter.eventType as string),
    )
    .orderBy('deliveries.message_seq', 'desc')
    .limit(filter.limit)
    .execute();

export const selectDeliveriesOf = (
  { db }: Reader,
  messageSeqs: readonly number[],
): Promise<(StoredDelivery & { next_extra_at: number | null })[]> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('extra_attempts')
        .select((e) => e.fn.min<number | null>('due_at').as('at'))
        .whereRef('extra_attempts.delivery_seq', '=', 'deliveries.seq')
        .as('next_extra_at'),
    )
    .where('message_seq', 'in', sql<number>`(select value from json_each(${JSON.stringify(messageSeqs)}))`)
    .orderBy('message_seq')
    .orderBy('endpoint_seq')
    .execute();

export type StoredAttempt = Selectable<AttemptRow> & { endpoint_seq: number };

/** All attempts of a message, in the order in which they were made. */
export const selectAttemptsOf = ({ db }: Reader, messageSeq: number): Promise<StoredAttempt[]> =>
  db
    .selectFrom('attempts')
    .innerJoin('deliveries', 'deliveries.seq', 'attempts.delivery_seq')
    .selectAll('attempts')
    .select('deliveries.endpoint_seq')
    .where('deliveries.message_seq', '=', messageSeq)
    .orderBy('attempts.at')
    .orderBy('deliveries.endpoint_seq')
    .orderBy('attempts.number')
    .orderBy('attempts.seq')
    .execute();

/** What falls due next at an endpoint, extra attempts too, one line for each instant. */
export const selectUpcoming = (
  { db }: Reader,
  endpointSeq: number,
  limit: number,
): Promise<{ at: number; count: number }[]> =>
  db
    .selectFrom(({ selectFrom }) =>
      selectFrom('deliveries')
        .select('due_at as at')
        .where('endpoint_seq', '=', endpointSeq)
        .where('due_at', 'is not', null)
        .where('leased_by', 'is', null)
        .unionAll(
          selectFrom('extra_attempts')
            .select('due_at as at')
            .where('endpoint_seq', '=', endpointSeq)
            .where('leased_by', 'is', null),
        )
        .as('due'),
    )
    .select((eb) => ['at', eb.fn.countAll<number>().as('count')])
    .groupBy('at')
    .orderBy('at')
    .limit(limit)
    .$narrowType<{ at: number }>()
    .execute();
