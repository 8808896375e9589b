import type { Kysely, Selectable } from 'kysely';
import { toIso } from '#base/clock.ts';
import { insertRows } from '#base/store/bulk.ts';
import type { HeaderSets } from './header-sets.ts';
import type { AttemptRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/**
 * Attempts as the log keeps them. Written is only what does not follow from the message and the rest of the row; what
 * is read is what was sent, byte for byte.
 */

/** What of the headers of a request does not follow from its message. */
export interface SentHeaders {
  /** `webhook-timestamp`, Unix seconds. */
  readonly timestamp: number;
  /** `webhook-signature` */
  readonly signature: string;
  /** It carried `x-sandbox-time`. */
  readonly onVirtualClock: boolean;
  /** The custom ones, masked: as members of an object, each after a comma. */
  readonly customJson: string;
}

type Outcome = Pick<
  Selectable<AttemptRow>,
  | 'delivery_seq'
  | 'number'
  | 'trigger'
  | 'at'
  | 'duration_ms'
  | 'status_code'
  | 'error'
  | 'response_headers_json'
  | 'response_body'
  | 'local_address'
>;

/** An attempt that ended. */
export interface EndedAttempt extends Outcome {
  readonly messageId: string;
  /** Undefined if a crash cut it off: what it sent is not known. */
  readonly sent: SentHeaders | undefined;
}

const nothingSent = '{}';
/** The row's other columns say it. */
const follows = '';

export const insertAttempts = async (
  tx: Tx,
  sets: HeaderSets,
  attempts: readonly EndedAttempt[],
): Promise<void> => {
  if (attempts.length === 0) return;
  const texts = attempts.map(({ sent }) => sent?.customJson ?? '');
  const places = await sets.take(tx, [
    ...texts,
    ...attempts.map(({ response_headers_json }) => response_headers_json ?? ''),
  ]);
  const rows = attempts.map(({ messageId, sent, ...outcome }, n) => {
    const responseSet = places[texts.length + n] ?? null;
    return {
      ...outcome,
      response_headers_json: responseSet === null ? outcome.response_headers_json : null,
      response_set: responseSet,
      ...(requestColumns(sent, places[n] ?? null) ?? wide(messageId, sent, outcome.at)),
    };
  });
  await insertRows(tx.db, 'attempts', rows);
};

/** Undefined if the custom headers are no row of their own. */
const requestColumns = (sent: SentHeaders | undefined, set: number | null) =>
  sent === undefined || (sent.customJson !== '' && set === null)
    ? undefined
    : {
        request_headers_json: follows,
        sent_at: sent.timestamp,
        signature: sent.signature,
        request_set: set,
        on_virtual_clock: Number(sent.onVirtualClock),
      };

const wide = (messageId: string, sent: SentHeaders | undefined, at: number) => ({
  request_headers_json: sent === undefined ? nothingSent : sentHeadersJson(messageId, sent, at),
  sent_at: null,
  signature: null,
  request_set: null,
  on_virtual_clock: null,
});

/** The headers of a request in the order in which they were sent. @param at when it left, ms UTC */
const sentHeadersJson = (
  messageId: string,
  { timestamp, signature, onVirtualClock, customJson }: SentHeaders,
  at: number,
): string =>
  `{"content-type":"application/json","webhook-id":"${messageId}","webhook-timestamp":"${timestamp}","webhook-signature":"${signature}"${onVirtualClock ? `,"x-sandbox-time":"${toIso(at)}"` : ''}${customJson}}`;

/** An attempt with all of its headers. */
export type StoredAttempt = Outcome & {
  readonly seq: number;
  readonly endpoint_seq: number;
  readonly request_headers_json: string;
};

const attemptsOf = (db: Kysely<ServiceSchema>, messageSeq: number) =>
  db
    .selectFrom('deliveries')
    .innerJoin('attempts', 'attempts.delivery_seq', 'deliveries.seq')
    .innerJoin('messages', 'messages.seq', 'deliveries.message_seq')
    .leftJoin('header_sets as request', 'request.seq', 'attempts.request_set')
    .leftJoin('header_sets as response', 'response.seq', 'attempts.response_set')
    .selectAll('attempts')
    .select([
      'deliveries.endpoint_seq',
      'messages.id as message_id',
      'request.headers_json as shared_request',
      'response.headers_json as shared_response',
    ])
    .where('deliveries.message_seq', '=', messageSeq);

interface ReadRow extends Selectable<AttemptRow> {
  readonly endpoint_seq: number;
  readonly message_id: string;
  readonly shared_request: string | null;
  readonly shared_response: string | null;
}

const whole = ({ message_id, shared_request, shared_response, ...row }: ReadRow): StoredAttempt => ({
  ...row,
  request_headers_json:
    row.request_headers_json === follows
      ? sentHeadersJson(
          message_id,
          {
            timestamp: row.sent_at ?? 0,
            signature: row.signature ?? '',
            onVirtualClock: row.on_virtual_clock === 1,
            customJson: shared_request ?? '',
          },
          row.at,
        )
      : row.request_headers_json,
  response_headers_json: shared_response ?? row.response_headers_json,
});

/** All attempts of a message, in the order in which they were made. */
export const selectAttemptsOf = async ({ db }: Reader, messageSeq: number): Promise<StoredAttempt[]> => {
  const rows = await attemptsOf(db, messageSeq)
    .orderBy('attempts.at')
    .orderBy('deliveries.endpoint_seq')
    .orderBy('attempts.number')
    .orderBy('attempts.seq')
    .execute();
  return rows.map(whole);
};

/** @returns undefined if the message has no such attempt */
export const selectAttempt = async (
  { db }: Reader,
  messageSeq: number,
  seq: number,
): Promise<StoredAttempt | undefined> => {
  const row = await attemptsOf(db, messageSeq).where('attempts.seq', '=', seq).executeTakeFirst();
  return row === undefined ? undefined : whole(row);
};
