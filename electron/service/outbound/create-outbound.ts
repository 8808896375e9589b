import { LRUCache } from 'lru-cache';
import { type Dispatcher, Pool } from 'undici';
import { type Cancel, systemTime } from '#base/clock.ts';
import { attemptDeadlineMs } from '#contract/schedule.ts';
import type { AddressPolicy } from './address-policy.ts';
import { createConnector } from './connector.ts';
import { createNames, type NameSources } from './names.ts';
import { keptBodyBytes, type Outbound, type OutboundResult, type ResponseHeaders } from './outbound.ts';
import { outboundErrorName } from './outbound-error.ts';

/** An answer larger than this is cut off, bytes: nobody answers a webhook with so much in good faith. */
const readBodyBytes = 1024 * 1024;
/** Origins whose connections are kept. */
const keptOrigins = 200;

interface Origin {
  readonly pool: Pool;
  localAddress: string | undefined;
  inFlight: number;
}

/**
 * Requests out over undici, one Pool for each origin. A Pool opens as many connections as there are requests in
 * flight: whoever calls bounds those (a slot count for each endpoint), so that a dead endpoint can't hold up another
 * one on the same origin.
 */
export const createOutbound = (policy: AddressPolicy, nameSources?: NameSources): Outbound => {
  const origins = new Map<string, Origin>();
  const names = createNames(nameSources);
  const connect = createConnector(policy, names, attemptDeadlineMs);
  const parse = cachedUrls();

  const originOf = (url: URL): Origin => {
    let origin = origins.get(url.origin);
    if (origin === undefined) {
      if (origins.size >= keptOrigins) dropIdle(origins);
      origin = openOrigin(url.origin, connect);
      origins.set(url.origin, origin);
    }
    return origin;
  };

  return {
    post(request, ended) {
      const url = parse(request.url);
      const origin = originOf(url);
      origin.inFlight++;
      const exchange = new Exchange(origin, request.deadlineMs ?? attemptDeadlineMs, ended);
      const method = request.method ?? 'POST';
      try {
        origin.pool.dispatch(
          {
            path: url.pathname + url.search,
            method,
            headers: request.headers as string[],
            body: method === 'GET' ? null : request.body,
            headersTimeout: 0,
            bodyTimeout: 0,
          },
          exchange,
        );
      } catch (error) {
        exchange.fail(error);
      }
      exchange.dispatched();
    },
    async close() {
      const pools = [...origins.values()].map(({ pool }) => pool.destroy());
      origins.clear();
      names.close();
      await Promise.all(pools);
    },
  };
};

const openOrigin = (name: string, connect: ReturnType<typeof createConnector>): Origin => {
  const origin: Origin = {
    localAddress: undefined,
    inFlight: 0,
    pool: new Pool(name, {
      pipelining: 1,
      allowH2: false,
      connect: (options, callback) =>
        connect(options, (...[error, socket]: Parameters<typeof callback>) => {
          if (socket) origin.localAddress = socket.localAddress;
          if (error) callback(error, null);
          else callback(null, socket as NonNullable<typeof socket>);
        }),
    }),
  };
  return origin;
};

const dropIdle = (origins: Map<string, Origin>): void => {
  for (const [name, { pool, inFlight }] of origins) {
    if (inFlight > 0) continue;
    origins.delete(name);
    void pool.close();
    return;
  }
};

/** Parsing a URL costs more than sending to it, and there are few different ones. */
const cachedUrls = (): ((text: string) => URL) => {
  const urls = new LRUCache<string, URL>({ max: 1000, memoMethod: (text) => new URL(text) });
  return (text) => urls.memo(text);
};

const empty = Buffer.alloc(0);

/** One request and its answer; ends exactly once. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #origin: Origin;
  readonly #ended: (result: OutboundResult) => void;
  readonly #startedAt = systemTime.monotonic();
  readonly #cancelDeadline: Cancel;
  #controller: Dispatcher.DispatchController | undefined;
  #statusCode: number | undefined;
  #headers: ResponseHeaders = {};
  #chunks: Buffer[] = [];
  #keptBytes = 0;
  #readBytes = 0;
  #over = false;
  #dispatched = false;

  constructor(origin: Origin, deadlineMs: number, ended: (result: OutboundResult) => void) {
    this.#origin = origin;
    this.#ended = ended;
    this.#cancelDeadline = systemTime.after(deadlineMs, () => this.#end('Timeout'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#over) controller.abort(new Error('The deadline passed before the connection was there.'));
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: ResponseHeaders): void {
    // 1xx answers come before the real one.
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    this.#headers = headers;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#readBytes += chunk.length;
    if (this.#keptBytes < keptBodyBytes) {
      const kept = chunk.subarray(0, keptBodyBytes - this.#keptBytes);
      // The parser reuses its memory.
      this.#chunks.push(Buffer.from(kept));
      this.#keptBytes += kept.length;
    }
    if (this.#readBytes > readBodyBytes) this.#end('ResponseInvalid');
  }

  onResponseEnd(): void {
    this.#end(undefined);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#end(outboundErrorName(error));
  }

  /** It could not even be dispatched. */
  fail(error: unknown): void {
    this.#end(outboundErrorName(error));
  }

  dispatched(): void {
    this.#dispatched = true;
  }

  #end(error: OutboundResult['error']): void {
    if (this.#over) return;
    this.#over = true;
    this.#cancelDeadline();
    this.#origin.inFlight--;
    const result: OutboundResult = {
      statusCode: this.#statusCode,
      error,
      durationMs: systemTime.monotonic() - this.#startedAt,
      responseHeaders: this.#headers,
      responseBody: this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : this.#keptBody(),
      localAddress: this.#origin.localAddress,
    };
    // The caller's own bookkeeping comes first.
    if (this.#dispatched) this.#ended(result);
    else setImmediate(() => this.#ended(result));
    if (error !== undefined) this.#controller?.abort(new Error(error));
  }

  #keptBody(): Buffer {
    return this.#chunks.length === 0 ? empty : Buffer.concat(this.#chunks);
  }
}
