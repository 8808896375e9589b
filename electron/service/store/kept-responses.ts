import type { Reader, Tx } from './store.ts';

/** What the log keeps of responses, to be masked after the fact. */
export interface StoredResponse {
  readonly seq: number;
  readonly endpoint_seq: number;
  readonly response_headers_json: string | null;
  readonly response_body: Uint8Array | null;
}

/** Attempts after `seq` in the order in which they were written. */
export const selectResponsesAfter = ({ db }: Reader, seq: number, limit: number): Promise<StoredResponse[]> =>
  db
    .selectFrom('attempts')
    .innerJoin('deliveries', 'deliveries.seq', 'attempts.delivery_seq')
    .select([
      'attempts.seq',
      'deliveries.endpoint_seq',
      'attempts.response_headers_json',
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
    readonly headers: string | null;
    readonly body: Uint8Array | null;
  }[],
): Promise<void> => {
  for (const { seq, headers, body } of responses) {
    await db
      .updateTable('attempts')
      .set({ response_headers_json: headers, response_body: body })
      .where('seq', '=', seq)
      .execute();
  }
};
