import type { Selectable } from 'kysely';
import { numberList } from '#base/store/dialect.ts';
import type { AttemptRow } from './schema.ts';
import type { Reader } from './store.ts';

/** The seqs of an endpoint's deliveries, those of its newest messages first. */
export const selectNewestDeliveries = async (
  { db }: Reader,
  endpointSeq: number,
  limit: number,
): Promise<number[]> => {
  const rows = await db
    .selectFrom('deliveries')
    .select('seq')
    .where('endpoint_seq', '=', endpointSeq)
    .orderBy('message_seq', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ seq }) => seq);
};

export type AttemptFigures = Pick<Selectable<AttemptRow>, 'at' | 'duration_ms' | 'status_code' | 'error'>;

/** Attempts from `since` (ms UTC) on. What a crash cut off has no outcome, and is repeated: it is left out. */
export const selectAttemptFigures = (
  { db }: Reader,
  deliverySeqs: readonly number[],
  since: number,
): Promise<AttemptFigures[]> =>
  db
    .selectFrom('attempts')
    .select(['at', 'duration_ms', 'status_code', 'error'])
    .where('delivery_seq', 'in', numberList(deliverySeqs))
    .where('at', '>=', since)
    .where((eb) => eb.or([eb('error', 'is', null), eb('error', '<>', 'Interrupted')]))
    .execute();
