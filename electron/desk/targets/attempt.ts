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
  readonly text: string;
}

/**
 * One request and its whole answer. Redirects are not followed.
 * @throws TimedOut, TooLarge, the signal's reason, and what the HTTP client throws
 */
export const sendOnce = async (
  dispatcher: Dispatcher,
  request: Sendable,
  signal: AbortSignal,
): Promise<RawAnswer> => {
  const { timeoutMs, limitBytes, ...rest } = request;
  signal.throwIfAborted();
  const deadline = new AbortController();
  const giveUp = (): void => deadline.abort(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  const cancel = systemTime.after(timeoutMs, () => deadline.abort(new TimedOut()));
  try {
    const { statusCode, headers, body } = await dispatcher.request({
      ...rest,
      signal: deadline.signal,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    return { statusCode, headers, text: await readBounded(body, limitBytes) };
  } catch (error) {
    // The client may have its own words for being aborted.
    throw deadline.signal.aborted ? deadline.signal.reason : error;
  } finally {
    cancel();
    signal.removeEventListener('abort', giveUp);
  }
};

const readBounded = async (body: AsyncIterable<Buffer>, limitBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw new TooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, bytes).toString('utf8');
};
