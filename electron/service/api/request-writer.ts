import { type Cancel, systemTime } from '#base/clock.ts';
import { isUncertain } from '#base/store/store-state.ts';
import { createPauses, stepsInTurns } from '#base/take-turns.ts';
import { recordingLimits } from '#contract/request-log.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { insertExchanges, selectNewestSeq, trimExchanges } from '#service/store/exchanges.ts';
import { insertRequests, type NewRequest, selectLogged, trimRequests } from '#service/store/requests.ts';
import type { Tx } from '#service/store/store.ts';
import { type MaskedExchange, maskExchange } from './exchanges/masked-exchange.ts';
import type { RawExchange } from './exchanges/recorder.ts';

/** An entry of the log on its way into the store. */
export type LoggedRequest = NewRequest;

const flushAfterMs = 100;
const flushAtEntries = 500;
/** After the store refused to write, such as for want of room. */
const retryAfterMs = 2000;
/** While nothing can be written, the newest are kept. */
const mostWaiting = 20_000;
/** Bodies that wait meanwhile, about twice as many bytes before they are masked. */
const mostWaitingBytes = 16 * 1_048_576;
const trimmedAtOnce = 10_000;
/** What is over the limits of bodies goes after so many bytes or requests more. */
const trimBodiesAfterBytes = 1_048_576;
const trimBodiesAfter = 500;
const bodiesTrimmedAtOnce = 500;
const dayMs = 86_400_000;

interface Waiting {
  readonly entry: NewRequest;
  readonly exchange?: MaskedExchange | undefined;
}

export interface RequestWriterOptions {
  /** How many requests are kept, about. */
  readonly keep: () => number;
  /** What else is written with each batch. */
  readonly alsoWrite: (tx: Tx) => Promise<void>;
  /** Names of fields that are secret in the integration catalogue. */
  readonly secretFields: ReadonlySet<string>;
}

export interface RequestWriter {
  add(entry: LoggedRequest, exchange?: RawExchange): void;
  /** Writes what waits, and resolves when it is durable. @throws CatalogueError `store.full`, `store.damaged` */
  flush(): Promise<void>;
  tryToFlush(): Promise<void>;
  /** How many were given up, as nothing could be written. */
  lost(): number;
  /** Writes the rest and ends the timer. */
  stop(): Promise<void>;
}

/** Entries on their way into the store; headers and bodies are masked before they get there. */
export const createRequestWriter = (
  { store, log, clock }: Pick<ServiceContext, 'store' | 'log' | 'clock'>,
  options: RequestWriterOptions,
): RequestWriter => {
  let fresh: Fresh[] = [];
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let sinceTrim = 0;
  let lost = 0;
  /** Of a commit whose outcome is unknown: they may be in the log. */
  const doubtful = new Set<NewRequest>();
  const bodies = { bytes: trimBodiesAfterBytes, count: 0 };
  let timer: Cancel | undefined;
  let writing: Promise<void> | undefined;

  const keepMasked = (entry: NewRequest, exchange: MaskedExchange | undefined): void => {
    const fits = exchange !== undefined && waitingBytes + exchange.bytes <= mostWaitingBytes;
    if (fits) waitingBytes += exchange.bytes;
    if (exchange === undefined || fits) waiting.push({ entry, exchange });
    else waiting.push({ entry: { ...entry, recorded: 'busy' } });
  };

  /** Requests come in between: masking the longest body takes more time than answering many of them. */
  const maskFresh = async (): Promise<void> => {
    const taken = fresh;
    fresh = [];
    const pause = createPauses();
    for (const { entry, raw } of taken) {
      if (raw === undefined) keepMasked(entry, undefined);
      else keepMasked(entry, await stepsInTurns(maskExchange(raw, options.secretFields), pause));
    }
  };

  const keepNewest = (all: Waiting[]): void => {
    lost += Math.max(0, all.length - mostWaiting);
    waiting = all.slice(-mostWaiting);
  };

  const writeBatch = async (): Promise<void> => {
    await maskFresh();
    const batch = waiting;
    waiting = [];
    waitingBytes = 0;
    sinceTrim += batch.length;
    const trimNow = sinceTrim >= options.keep() / 10;
    const exchanges = batch.filter(({ exchange }) => exchange !== undefined);
    bodies.count += exchanges.length;
    bodies.bytes += exchanges.reduce((sum, { exchange }) => sum + (exchange?.bytes ?? 0), 0);
    const trimBodies = bodies.count >= trimBodiesAfter || bodies.bytes >= trimBodiesAfterBytes;
    try {
      const done = await store.write(async (tx) => {
        const missing = await withoutLogged(tx, batch, doubtful);
        await insertRequests(
          tx,
          missing.map(({ entry }) => entry),
        );
        if (missing.some(({ exchange }) => exchange !== undefined)) await writeExchanges(tx, missing);
        await options.alsoWrite(tx);
        return {
          requests: trimNow && (await trimRequests(tx, options.keep(), trimmedAtOnce)) < trimmedAtOnce,
          bodies: trimBodies && (await trimExchanges(tx, bodyLimits(clock.now()), bodiesTrimmedAtOnce)),
        };
      });
      doubtful.clear();
      if (done.requests) sinceTrim = 0;
      if (done.bodies) Object.assign(bodies, { bytes: 0, count: 0 });
    } catch (error) {
      if (isUncertain(error)) for (const { entry } of batch) doubtful.add(entry);
      keepNewest([...batch, ...waiting]);
      waitingBytes = waiting.reduce((sum, { exchange }) => sum + (exchange?.bytes ?? 0), 0);
      schedule(retryAfterMs);
      throw error;
    }
  };

  const flush = async (): Promise<void> => {
    timer?.();
    timer = undefined;
    // One batch at a time; whoever comes meanwhile waits for the batch after it, which holds their entries.
    while (writing !== undefined) await writing.catch(() => {});
    if (waiting.length + fresh.length === 0) return;
    writing = writeBatch().finally(() => {
      writing = undefined;
    });
    await writing;
  };

  const tryToFlush = (): Promise<void> =>
    flush().catch((error: unknown) => {
      const count = waiting.length + fresh.length;
      log.warn({ err: error, waiting: count }, 'the request log could not be written yet');
    });

  const schedule = (delayMs: number): void => {
    timer ??= systemTime.after(delayMs, tryToFlush, { unref: true });
  };

  return {
    add(entry, raw) {
      fresh.push({ entry, raw });
      // Nothing is written: the newest are kept, and of these the entries alone.
      if (fresh.length >= 2 * mostWaiting) {
        lost += fresh.length - mostWaiting;
        fresh = fresh.slice(-mostWaiting).map(withoutBodies);
      }
      if (waiting.length > mostWaiting) keepNewest(waiting);
      if (fresh.length === flushAtEntries && writing === undefined) void tryToFlush();
      else schedule(flushAfterMs);
    },
    flush,
    tryToFlush,
    lost: () => lost,
    async stop() {
      await tryToFlush();
      timer?.();
    },
  };
};

interface Fresh {
  readonly entry: NewRequest;
  readonly raw: RawExchange | undefined;
}

const withoutBodies = ({ entry, raw }: Fresh): Fresh =>
  raw === undefined ? { entry, raw } : { entry: { ...entry, recorded: 'busy' }, raw: undefined };

const bodyLimits = (now: number) => ({
  count: recordingLimits.count,
  bytes: recordingLimits.totalBytes,
  since: now - recordingLimits.days * dayMs,
});

const withoutLogged = async (
  tx: Tx,
  batch: readonly Waiting[],
  doubtful: ReadonlySet<NewRequest>,
): Promise<readonly Waiting[]> => {
  if (doubtful.size === 0) return batch;
  const logged = await selectLogged(
    tx,
    [...doubtful].map(({ correlation_id }) => correlation_id),
  );
  return batch.filter(({ entry }) => !doubtful.has(entry) || !logged.has(entry.correlation_id));
};

/** The requests of the batch have just been written: they have the newest numbers, in their order. */
const writeExchanges = async (tx: Tx, batch: readonly Waiting[]): Promise<void> => {
  const first = (await selectNewestSeq(tx)) - batch.length + 1;
  const rows = batch.flatMap(({ entry, exchange }, at) =>
    exchange === undefined ? [] : [{ seq: first + at, at: entry.at, ...exchange }],
  );
  await insertExchanges(tx, rows);
};
