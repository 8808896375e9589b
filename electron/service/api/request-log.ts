import { toIso } from '#base/clock.ts';
import type { KeyedPage } from '#contract/common.ts';
import { CatalogueError, invalid } from '#contract/errors.ts';
import type { Recording, RequestDetail, RequestEntry, RequestQuery } from '#contract/request-log.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { deleteExchanges, selectExchange, selectExchangeSpace } from '#service/store/exchanges.ts';
import { readCursor } from '#service/store/key-cursor.ts';
import { type StoredRequest, selectRequest, selectRequests } from '#service/store/requests.ts';
import { toDetail } from './exchanges/views.ts';
import { filterOf, searchRequests } from './request-search.ts';
import { createRequestWriter, type RequestWriter, type RequestWriterOptions } from './request-writer.ts';

/**
 * The request log. Entries are written in batches, at the latest 100 ms after the answer, so that a crash loses no
 * more than that; a call of a deprecated endpoint is evidence and is written before its answer leaves.
 */
export interface RequestLog extends Omit<RequestWriter, 'tryToFlush'> {
  /** Newest first, or oldest first with `after`. @throws CatalogueError `request.invalid` for a cursor that is none */
  list(query: RequestQuery): Promise<KeyedPage<RequestEntry>>;
  /** @throws CatalogueError `request.notLogged` */
  show(id: string): Promise<RequestDetail>;
  /** The id of a request whose answer has left. */
  idOf(correlationId: string): Promise<string | undefined>;
  space(): Promise<Omit<Recording, 'on'>>;
  /** Deletes all headers and bodies; the log stays. */
  forgetBodies(): Promise<void>;
}

export const createRequestLog = (
  context: Pick<ServiceContext, 'store' | 'log' | 'clock'>,
  options: RequestWriterOptions,
): RequestLog => {
  const writer = createRequestWriter(context, options);
  const { store } = context;
  return {
    add: writer.add,
    flush: writer.flush,
    lost: writer.lost,
    async list({ limit = 100, cursor, after, deprecated, ...filters }) {
      // A full disk keeps nobody from reading.
      await writer.tryToFlush();
      const before = readCursor(cursor);
      const above = after === undefined ? undefined : Number(after);
      const filter = filterOf(filters);
      if (above !== undefined && (before !== undefined || filter !== undefined)) throw bothWays();
      if (filter !== undefined) {
        const found = await store.read((reader) =>
          searchRequests(reader, { limit, before, deprecated, filter }),
        );
        return { ...found, results: found.results.map(toEntry) };
      }
      const rows = await store.read((reader) =>
        selectRequests(reader, { limit: limit + 1, before, after: above, deprecated }),
      );
      const results = rows.slice(0, limit).map(toEntry);
      return { results, ...(rows.length > limit && { cursor: results.at(-1)?.id }) };
    },
    async show(id) {
      await writer.tryToFlush();
      return store.read(async (reader) => {
        const row = await selectRequest(reader, Number(id));
        if (row === undefined) throw new CatalogueError('request.notLogged', { id });
        return toDetail(row, toEntry(row), await selectExchange(reader, row.seq));
      });
    },
    async idOf(correlationId) {
      await writer.tryToFlush();
      const { results } = await store.read((reader) =>
        searchRequests(reader, { limit: 1, filter: { correlationId } }),
      );
      return results[0] === undefined ? undefined : String(results[0].seq);
    },
    async space() {
      await writer.tryToFlush();
      return store.read(selectExchangeSpace);
    },
    async forgetBodies() {
      await writer.flush();
      await store.write(deleteExchanges);
    },
    stop: writer.stop,
  };
};

const bothWays = () =>
  invalid({
    itemId: 'after',
    message: 'after reads oldest first, cursor and filters newest first: use one of them.',
    validatorName: 'cursor',
  });

export const toEntry = (row: StoredRequest): RequestEntry => ({
  id: String(row.seq),
  at: toIso(row.at),
  method: row.method,
  path: row.path,
  ...(row.route !== null && { route: row.route }),
  statusCode: row.status_code,
  durationMs: row.duration_ms,
  correlationId: row.correlation_id,
  ...(row.api_key_id !== null && { apiKeyId: row.api_key_id }),
  ...(row.user_agent !== null && { userAgent: row.user_agent }),
  deprecated: row.deprecated === 1,
  ...(row.recorded !== null && { recorded: row.recorded as NonNullable<RequestEntry['recorded']> }),
  ...(row.origin !== null && { sentBy: 'runner' as const }),
  ...(row.origin !== null && row.origin !== 'runner' && { replayOf: row.origin }),
  ...(row.fault !== null && { fault: row.fault }),
});
