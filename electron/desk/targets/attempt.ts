import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { systemTime } from '#base/clock.ts';
import { TimedOut, TooLarge } from './trouble.ts';

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

/**
 * One request and its whole answer. Redirects are not followed. By `dispatch`, undici's way in without streams: an
 * answer is read whole anyway.
 * @throws TimedOut, TooLarge, the signal's reason, and what the HTTP client throws
 */
export const sendOnce = (
  dispatcher: Dispatcher,
  request: Sendable,
  signal: AbortSignal,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const { origin, path, method, headers, body, timeoutMs, limitBytes } = request;
    const chunks: Buffer[] = [];
    let bytes = 0;
    let head: Pick<RawAnswer, 'statusCode' | 'headers'> = { statusCode: 0, headers: {} };
    let controller: Dispatcher.DispatchController | undefined;
    /** Why it was ended from here: the client may have its own words for that. */
    let given: { readonly reason: unknown } | undefined;

    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', giveUp);
    };
    const abandon = (reason: unknown): void => {
      if (given !== undefined) return;
      given = { reason };
      end();
      reject(reason);
      controller?.abort(asError(reason));
    };
    const giveUp = (): void => abandon(signal.reason);
    const cancel = systemTime.after(timeoutMs, () => abandon(new TimedOut()));
    signal.addEventListener('abort', giveUp, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (given !== undefined) started.abort(asError(given.reason));
      },
      onResponseStart(_controller, statusCode, responseHeaders) {
        // An interim answer is followed by another.
        head = { statusCode, headers: responseHeaders };
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length;
        if (bytes > limitBytes) abandon(new TooLarge());
        else chunks.push(chunk);
      },
      onResponseEnd() {
        end();
        resolve({ ...head, body: wholeOf(chunks, bytes) });
      },
      onResponseError(_controller, error) {
        end();
        reject(error);
      },
    };
    try {
      // The deadline is for all of it.
      const whole = { origin, path, method, headers, body, headersTimeout: 0, bodyTimeout: 0 };
      dispatcher.dispatch(whole, handler);
    } catch (error) {
      end();
      reject(error);
    }
  });

const asError = (reason: unknown): Error => (reason instanceof Error ? reason : new Error(String(reason)));

const wholeOf = (chunks: readonly Buffer[], bytes: number): Buffer => {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, bytes);
};
