import { numberList } from '#base/store/dialect.ts';
import type { StoredDelivery } from './deliveries.ts';
import { seqsOf, type UnderWay } from './due-counts.ts';
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
    .where('message_seq', 'in', numberList(messageSeqs))
    .orderBy('message_seq')
    .orderBy('endpoint_seq')
    .execute();

/**
 * What falls due next at an endpoint, extra attempts too, one line for each instant.
 * @param underWay seqs of deliveries and of extra attempts that are under way, and so not due
 */
export const selectUpcoming = (
  { db }: Reader,
  endpointSeq: number,
  underWay: UnderWay,
  limit: number,
): Promise<{ at: number; count: number }[]> =>
  db
    .selectFrom(({ selectFrom }) =>
      selectFrom('deliveries')
        .select('due_at as at')
        .where('endpoint_seq', '=', endpointSeq)
        .where('due_at', 'is not', null)
        .where('seq', 'not in', seqsOf(underWay.deliveries))
        .unionAll(
          selectFrom('extra_attempts')
            .select('due_at as at')
            .where('endpoint_seq', '=', endpointSeq)
            .where('seq', 'not in', seqsOf(underWay.extra)),
        )
        .as('due'),
    )
    .select((eb) => ['at', eb.fn.countAll<number>().as('count')])
    .groupBy('at')
    .orderBy('at')
    .limit(limit)
    .$narrowType<{ at: number }>()
    .execute();
