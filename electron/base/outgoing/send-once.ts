import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { systemTime } from '#base/clock.ts';

/** No complete response in time. */
export class TimedOut extends Error {}
/** The response was larger than the limit. */
export class TooLarge extends Error {}

export interface Sendable {
  readonly origin: string;
  /** With the query string. */
  readonly path: string;
  readonly method: Dispatcher.HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
  readonly limitBytes: number;
}

export interface RawAnswer {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The first value of a header; undefined where there is none. */
export const headerOf = ({ headers }: Pick<RawAnswer, 'headers'>, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/**
 * One request and its whole response. Redirects are not followed. By `dispatch`, undici's way in without streams: a
 * response is read whole anyway.
 * @throws TimedOut, TooLarge, the signal's reason, and what the HTTP client throws
 */
export const sendOnce = (
  dispatcher: Dispatcher,
  { timeoutMs, limitBytes, ...request }: Sendable,
  signal: AbortSignal,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    let controller: Dispatcher.DispatchController | undefined;
    /** Why it was ended from here: the client may have its own words for that. */
    let given: { readonly reason: unknown } | undefined;

    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', giveUp);
    };
    const fail = (error: unknown): void => {
      end();
      reject(error);
    };
    const abandon = (reason: unknown): void => {
      if (given !== undefined) return;
      given = { reason };
      fail(reason);
      controller?.abort(asError(reason));
    };
    const giveUp = (): void => abandon(signal.reason);
    const cancel = systemTime.after(timeoutMs, () => abandon(new TimedOut()));
    signal.addEventListener('abort', giveUp, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      ...reading(limitBytes, abandon, (answer) => {
        end();
        resolve(answer);
      }),
      onRequestStart(started) {
        controller = started;
        if (given !== undefined) started.abort(asError(given.reason));
      },
      onResponseError: (_controller, error) => fail(error),
    };
    try {
      // The deadline is for all of it.
      dispatcher.dispatch({ ...request, headersTimeout: 0, bodyTimeout: 0 }, handler);
    } catch (error) {
      fail(error);
    }
  });

/** Reads a response whole, up to a limit. */
const reading = (
  limitBytes: number,
  abandon: (reason: unknown) => void,
  done: (answer: RawAnswer) => void,
): Pick<Dispatcher.DispatchHandler, 'onResponseStart' | 'onResponseData' | 'onResponseEnd'> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let head: Pick<RawAnswer, 'statusCode' | 'headers'> = { statusCode: 0, headers: {} };
  return {
    onResponseStart(_controller, statusCode, headers) {
      // An interim response is followed by another.
      head = { statusCode, headers };
    },
    onResponseData(_controller, chunk) {
      bytes += chunk.length;
      if (bytes > limitBytes) abandon(new TooLarge());
      else chunks.push(chunk);
    },
    onResponseEnd: () => done({ ...head, body: wholeOf(chunks, bytes) }),
  };
};

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

const wholeOf = (chunks: readonly Buffer[], bytes: number): Buffer => {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, bytes);
};
