import { cancelDropped } from './bulk-results.ts';
import type { Reader, Tx } from './store.ts';

/** Disabled endpoints at which something waits, by counters and an index alone: it is asked often. */
export const selectHoldingDisabled = async ({ db }: Reader): Promise<number[]> => {
  const rows = await db
    .selectFrom('endpoints')
    .select('seq')
    .where('disabled_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('endpoint_counts')
            .select('waiting')
            .whereRef('endpoint_counts.endpoint_seq', '=', 'endpoints.seq')
            .where('waiting', '>', 0),
        ),
        exists(
          selectFrom('extra_attempts')
            .select('extra_attempts.seq')
            .whereRef('extra_attempts.endpoint_seq', '=', 'endpoints.seq'),
        ),
      ]),
    )
    .execute();
  return rows.map(({ seq }) => seq);
};

export interface Expired {
  readonly count: number;
  /** One of those that it was about. */
  readonly messageId?: string;
}

/** Cancels up to `limit` deliveries that wait at an endpoint, those due first, and all extra attempts of it. */
export const expireDeliveries = async (tx: Tx, endpointSeq: number, limit: number): Promise<Expired> => {
  const { db } = tx;
  await db.deleteFrom('extra_attempts').where('endpoint_seq', '=', endpointSeq).execute();
  await cancelDropped(tx);
  const expired = await db
    .updateTable('deliveries')
    .set({ status: 'Cancelled', due_at: null })
    .where('seq', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('seq')
        .where('endpoint_seq', '=', endpointSeq)
        .where('due_at', 'is not', null)
        .orderBy('due_at')
        .orderBy('seq')
        .limit(limit),
    )
    .returning('message_seq')
    .execute();
  const [first] = expired;
  if (first === undefined) return { count: 0 };
  const { id } = await db
    .selectFrom('messages')
    .select('id')
    .where('seq', '=', first.message_seq)
    .executeTakeFirstOrThrow();
  return { count: expired.length, messageId: id };
};
