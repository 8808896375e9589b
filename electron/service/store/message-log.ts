import { type Selectable, sql } from 'kysely';
import type { StoredDelivery } from './deliveries.ts';
import type { AttemptRow } from './schema.ts';
import type { Reader } from './store.ts';

/** What the message log shows of messages. */

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

/** @returns undefined if the message has no such attempt */
export const selectAttempt = (
  { db }: Reader,
  messageSeq: number,
  seq: number,
): Promise<StoredAttempt | undefined> =>
  db
    .selectFrom('attempts')
    .innerJoin('deliveries', 'deliveries.seq', 'attempts.delivery_seq')
    .selectAll('attempts')
    .select('deliveries.endpoint_seq')
    .where('attempts.seq', '=', seq)
    .where('deliveries.message_seq', '=', messageSeq)
    .executeTakeFirst();

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
