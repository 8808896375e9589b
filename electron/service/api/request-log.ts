import { type Cancel, systemTime, toIso } from '#base/clock.ts';
import type { KeyedPage } from '#contract/common.ts';
import { invalid } from '#contract/errors.ts';
import type { RequestEntry, RequestQuery } from '#contract/request-log.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { readCursor } from '#service/store/key-cursor.ts';
import {
  insertRequests,
  type NewRequest,
  type StoredRequest,
  selectRequests,
  trimRequests,
} from '#service/store/requests.ts';
import type { Tx } from '#service/store/store.ts';

/**
 * The request log. Entries are written in batches, at the latest 100 ms after the answer, so that a crash loses no
 * more than that; a call of a deprecated endpoint is evidence and is written before its answer leaves.
 */
export interface RequestLog {
  add(entry: NewRequest): void;
  /** Writes what waits, and resolves when it is durable. @throws CatalogueError `store.full`, `store.damaged` */
  flush(): Promise<void>;
  /** Newest first, or oldest first with `after`. @throws CatalogueError `request.invalid` for a cursor that is none */
  list(query: RequestQuery): Promise<KeyedPage<RequestEntry>>;
  /** Writes the rest and ends the timer. */
  stop(): Promise<void>;
}

const flushAfterMs = 100;
const flushAtEntries = 500;
/** After the store refused to write, such as for want of room. */
const retryAfterMs = 2000;
/** While nothing can be written, the newest are kept. */
const mostWaiting = 20_000;
const trimmedAtOnce = 10_000;

export interface RequestLogOptions {
  /** How many requests are kept, about. */
  readonly keep: () => number;
  /** What else is written with each batch. */
  readonly alsoWrite: (tx: Tx) => Promise<void>;
}

export const createRequestLog = (
  context: Pick<ServiceContext, 'store' | 'log'>,
  options: RequestLogOptions,
): RequestLog => {
  const { add, flush, tryToFlush, stop } = createBatches(context, options);
  return {
    add,
    flush,
    async list({ limit = 100, cursor, after, deprecated }) {
      // A full disk keeps nobody from reading.
      await tryToFlush();
      const before = readCursor(cursor);
      const above = after === undefined ? undefined : Number(after);
      if (before !== undefined && above !== undefined) throw bothWays();
      const rows = await context.store.read((reader) =>
        selectRequests(reader, { limit: limit + 1, before, after: above, deprecated }),
      );
      const results = rows.slice(0, limit).map(toEntry);
      return { results, ...(rows.length > limit && { cursor: results.at(-1)?.id }) };
    },
    stop,
  };
};

/** Entries on their way into the store. */
const createBatches = (
  { store, log }: Pick<ServiceContext, 'store' | 'log'>,
  options: RequestLogOptions,
): Omit<RequestLog, 'list'> & { tryToFlush(): Promise<void> } => {
  let waiting: NewRequest[] = [];
  let sinceTrim = 0;
  let timer: Cancel | undefined;
  let writing: Promise<void> | undefined;

  const writeBatch = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    sinceTrim += batch.length;
    const trimNow = sinceTrim >= options.keep() / 10;
    try {
      const isTrimmed = await store.write((tx) => writeEntries(tx, batch, options, trimNow));
      if (isTrimmed) sinceTrim = 0;
    } catch (error) {
      waiting = [...batch, ...waiting].slice(-mostWaiting);
      schedule(retryAfterMs);
      throw error;
    }
  };

  const flush = async (): Promise<void> => {
    timer?.();
    timer = undefined;
    // One batch at a time; whoever comes meanwhile waits for the batch after it, which holds their entries.
    while (writing !== undefined) await writing.catch(() => {});
    if (waiting.length === 0) return;
    writing = writeBatch().finally(() => {
      writing = undefined;
    });
    await writing;
  };

  const tryToFlush = (): Promise<void> =>
    flush().catch((error: unknown) => {
      log.warn({ err: error, waiting: waiting.length }, 'the request log could not be written yet');
    });

  const schedule = (delayMs: number): void => {
    timer ??= systemTime.after(delayMs, tryToFlush, { unref: true });
  };

  return {
    add(entry) {
      waiting.push(entry);
      if (waiting.length === flushAtEntries && writing === undefined) void tryToFlush();
      else schedule(flushAfterMs);
    },
    flush,
    tryToFlush,
    async stop() {
      await tryToFlush();
      timer?.();
    },
  };
};

/** @returns whether all was trimmed: the rest follows in the next batch */
const writeEntries = async (
  tx: Tx,
  entries: readonly NewRequest[],
  { keep, alsoWrite }: RequestLogOptions,
  trimNow: boolean,
): Promise<boolean> => {
  await insertRequests(tx, entries);
  await alsoWrite(tx);
  return trimNow && (await trimRequests(tx, keep(), trimmedAtOnce)) < trimmedAtOnce;
};

const bothWays = () =>
  invalid({
    itemId: 'after',
    message: 'after reads oldest first, cursor newest first: use one of them.',
    validatorName: 'cursor',
  });

const toEntry = (row: StoredRequest): RequestEntry => ({
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
});
