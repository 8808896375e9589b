import { toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Attempt, Delivery, Message } from '#contract/message.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { type StoredAttempt, selectAttemptsOf } from '#service/store/attempts.ts';
import { findCompanies } from '#service/store/companies.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { selectCopies, selectOriginals } from '#service/store/edited-messages.ts';
import { readCursor } from '#service/store/key-cursor.ts';
import { seqBounds } from '#service/store/log-search.ts';
import { selectDeliveriesOf } from '#service/store/message-log.ts';
import { type StoredMessage, selectMessage, selectMessagesById } from '#service/store/messages.ts';
import type { TextIndex } from '#service/store/search/text-index.ts';
import type { Reader } from '#service/store/store.ts';
import type { EndpointRegistry } from './endpoint-registry.ts';
import { findMessages } from './find-messages.ts';
import { logFilterOf, timesOf } from './log-filter.ts';

/** Edited copies that a message names. */
const shownCopies = 20;

export type MessageLog = Pick<ServiceControl['messages'], 'list' | 'show' | 'index'> & {
  /** Those of some messages that are there. */
  byId(ids: readonly string[]): Promise<Message[]>;
};

/** The message log. Source: `docs/reference/rules/delivery.md#attempt-log`. */
export const createMessageLog = (
  context: ServiceContext,
  registry: EndpointRegistry,
  textIndex: Pick<TextIndex, 'find' | 'state'>,
): MessageLog => ({
  index: textIndex.state,

  async list(query) {
    const { store } = context;
    const beforeSeq = readCursor(query.cursor) ?? Number.MAX_SAFE_INTEGER;
    const { filter, bounds } = await store.read(async (reader) => ({
      filter: await logFilterOf(reader, query, registry),
      bounds: await seqBounds(reader, timesOf(query), beforeSeq),
    }));
    const source = { read: store.read, textIndex };
    const { messages, before, behind } = await findMessages(source, filter, bounds, query.limit ?? 50);
    return {
      results: await store.read((reader) => withDeliveries(reader, registry, messages)),
      ...(before === undefined ? {} : { cursor: String(before) }),
      ...(filter.text === undefined ? {} : { behind }),
    };
  },

  byId: (ids) =>
    context.store.read(async (reader) =>
      withDeliveries(reader, registry, await selectMessagesById(reader, ids)),
    ),

  show: (messageId) =>
    context.store.read(async (reader) => {
      const row = await knownMessage(reader, messageId);
      const [message] = await withDeliveries(reader, registry, [row]);
      const attempts = await selectAttemptsOf(reader, row.seq);
      const copies = await selectCopies(reader, row.id, shownCopies);
      return {
        ...(message as Message),
        body: row.body,
        attempts: attempts.map((attempt) => wireAttempt(attempt, registry)),
        editedCopies: copies.map(({ id, created_at }) => ({ id, created: toIso(created_at) })),
      };
    }),
});

/** @throws CatalogueError `message.notFound` */
export const knownMessage = async (reader: Reader, messageId: string): Promise<StoredMessage> => {
  const row = await selectMessage(reader, messageId);
  if (row === undefined) throw new CatalogueError('message.notFound', { messageId });
  return row;
};

const withDeliveries = async (
  reader: Reader,
  registry: EndpointRegistry,
  rows: readonly StoredMessage[],
): Promise<Message[]> => {
  const seqs = rows.map((row) => row.seq);
  const deliveries = await selectDeliveriesOf(reader, seqs);
  const originals = await selectOriginals(reader, seqs);
  const names = await namesOf(reader, rows);
  const byMessage = Map.groupBy(deliveries, (delivery) => delivery.message_seq);
  return rows.map((row) => ({
    id: row.id,
    eventType: row.event_type,
    channels: row.company_id === null ? [] : [row.company_id],
    ...(names.has(row.company_id ?? '') ? { companyName: names.get(row.company_id ?? '') as string } : {}),
    created: toIso(row.created_at),
    ...(originals.has(row.seq) ? { editedFrom: originals.get(row.seq) as string } : {}),
    deliveries: (byMessage.get(row.seq) ?? []).map((delivery): Delivery => {
      const { row: endpoint } = registry.bySeq(delivery.endpoint_seq);
      const dueAts = [delivery.due_at, delivery.next_extra_at].filter((at) => at !== null);
      return {
        webhookId: endpoint.id,
        status: delivery.status,
        attempts: delivery.attempts,
        ...(dueAts.length === 0 ? {} : { nextAttemptAt: toIso(Math.min(...dueAts)) }),
        ...(delivery.last_attempt_at === null ? {} : { lastAttemptAt: toIso(delivery.last_attempt_at) }),
        ...(delivery.last_status_code === null ? {} : { lastStatusCode: delivery.last_status_code }),
        ...(delivery.last_error === null ? {} : { lastError: delivery.last_error }),
      };
    }),
  }));
};

const namesOf = async (
  reader: Reader,
  rows: readonly StoredMessage[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Set(rows.flatMap(({ company_id }) => (company_id === null ? [] : [company_id])));
  const companies = ids.size === 0 ? [] : await findCompanies(reader, [...ids]);
  return new Map(companies.map(({ id, name }) => [id, name]));
};

const wireAttempt = (row: StoredAttempt, registry: EndpointRegistry): Attempt => ({
  id: String(row.seq),
  webhookId: registry.bySeq(row.endpoint_seq).row.id,
  number: row.number,
  trigger: row.trigger,
  at: toIso(row.at),
  durationMs: row.duration_ms,
  ...(row.status_code === null ? {} : { statusCode: row.status_code }),
  ...(row.error === null ? {} : { error: row.error }),
  requestHeaders: JSON.parse(row.request_headers_json) as Record<string, string>,
  responseHeaders: flatHeaders(row.response_headers_json),
  ...(row.response_body === null ? {} : { responseBody: Buffer.from(row.response_body).toString('utf8') }),
  ...(row.local_address === null ? {} : { localAddress: row.local_address }),
});

/** A header that came several times is one line, joined by commas (RFC 9110, 5.3). */
const flatHeaders = (json: string | null): Record<string, string> => {
  if (json === null) return {};
  const headers = JSON.parse(json) as Record<string, string | string[]>;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
};
