import { sql } from 'kysely';
import type { Reader, Tx } from './store.ts';

/** What the log keeps of responses, to be masked after the fact. */
export interface StoredResponse {
  readonly seq: number;
  readonly endpoint_seq: number;
  /** Of `header_sets`, if others have the same headers. */
  readonly response_set: number | null;
  readonly response_headers_json: string | null;
  readonly response_body: Uint8Array | null;
}

/** Attempts after `seq` in the order in which they were written. */
export const selectResponsesAfter = ({ db }: Reader, seq: number, limit: number): Promise<StoredResponse[]> =>
  db
    .selectFrom('attempts')
    .innerJoin('deliveries', 'deliveries.seq', 'attempts.delivery_seq')
    .leftJoin('header_sets', 'header_sets.seq', 'attempts.response_set')
    .select([
      'attempts.seq',
      'deliveries.endpoint_seq',
      'attempts.response_set',
      sql<string | null>`coalesce(header_sets.headers_json, attempts.response_headers_json)`.as(
        'response_headers_json',
      ),
      'attempts.response_body',
    ])
    .where('attempts.seq', '>', seq)
    .orderBy('attempts.seq')
    .limit(limit)
    .execute();

export const updateResponses = async (
  { db }: Tx,
  responses: readonly {
    readonly seq: number;
    readonly set: number | null;
    readonly headers: string | null;
    readonly body: Uint8Array | null;
  }[],
): Promise<void> => {
  for (const { seq, set, headers, body } of responses) {
    const own = set === null ? { response_headers_json: headers } : {};
    await db
      .updateTable('attempts')
      .set({ ...own, response_body: body })
      .where('seq', '=', seq)
      .execute();
    if (set === null || headers === null) continue;
    await db.updateTable('header_sets').set({ headers_json: headers }).where('seq', '=', set).execute();
  }
};
