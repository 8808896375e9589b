import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { systemTime } from '#base/clock.ts';
import { parseBounded } from '#base/json/parse-bounded.ts';
import { isLoopback } from '#base/outgoing/base-url.ts';
import { retryAfterMs } from '#base/outgoing/retry-after.ts';
import { safeLookup } from '#base/outgoing/safe-lookup.ts';
import { type RawAnswer, sendOnce, TimedOut, TooLarge } from '#base/outgoing/send-once.ts';
import { packageVersion } from '#base/package-root.ts';
import { type Answer, type AnswerBody, type Ask, isNoAnswer, type NoAnswer, noAnswerOf } from './ask.ts';

export interface HttpAskOptions {
  /** As `checkBaseUrl` gives it. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly perSecond: number;
  readonly timeoutMs: number;
}

/** Answers of lists are some hundred kilobytes. */
const limitBytes = 16 * 1_048_576;
const mostValues = 300_000;
const attempts = 3;
const backoffMs = 500;
const defaultHoldMs = 1000;
/** Asked to wait longer, a call is given up. */
const longestHoldMs = 60_000;

/** Calls one server, one call after another. @returns with what closes its connections */
export const createHttpAsk = (options: HttpAskOptions): { ask: Ask; close: () => Promise<void> } => {
  const base = new URL(`${options.baseUrl}/`);
  const dispatcher = dispatcherFor(base);
  let nextAt = 0;

  const sendOne = async (url: URL, withKey: boolean, signal: AbortSignal): Promise<RawAnswer> => {
    await pause(nextAt - systemTime.monotonic(), signal);
    nextAt = systemTime.monotonic() + 1000 / options.perSecond;
    const request = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET' as const,
      headers: headersOf(options.apiKey, withKey),
      body: null,
      timeoutMs: options.timeoutMs,
      limitBytes,
    };
    return sendOnce(dispatcher, request, signal);
  };

  const ask: Ask = async ({ path, query = {}, withKey }, signal) => {
    const url = new URL(base.href + path.slice(1));
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    for (let attempt = 1; ; attempt += 1) {
      const answer = await sendOne(url, withKey, signal).then(readAnswer, (error: unknown) => {
        signal.throwIfAborted();
        return noAnswerTo(error, url);
      });
      if (!('unread' in answer) || answer.unread === 'tooLarge') return answer;
      const waitMs = waitOf(answer, attempt);
      if (attempt === attempts || waitMs > longestHoldMs) return answer;
      nextAt = Math.max(nextAt, systemTime.monotonic() + waitMs);
    }
  };
  return { ask, close: () => dispatcher.destroy() };
};

/** @throws the signal's reason */
const pause = (delayMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    if (delayMs <= 0) return resolve();
    const giveUp = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = systemTime.after(Math.ceil(delayMs), () => {
      signal.removeEventListener('abort', giveUp);
      resolve();
    });
    signal.addEventListener('abort', giveUp, { once: true });
  });

const dispatcherFor = (base: URL): Dispatcher => {
  const common = { allowH2: false, pipelining: 1, connect: { timeout: 10_000, lookup: safeLookup } } as const;
  return isLoopback(base.hostname) ? new Agent(common) : new EnvHttpProxyAgent(common);
};

const headersOf = (apiKey: string, withKey: boolean): Record<string, string> => ({
  ...(withKey ? { authorization: `Basic ${Buffer.from(apiKey).toString('base64')}` } : {}),
  accept: 'application/json',
  'accept-encoding': 'identity',
  'user-agent': `carryover/${packageVersion()}`,
});

interface Waiting extends NoAnswer {
  readonly waitMs?: number;
}

const readAnswer = ({ statusCode: status, headers, body }: RawAnswer): Answer | Waiting => {
  if (!isNoAnswer(status)) return bodyOf(body, (read) => ({ status, headers, body: read }));
  const [after, date] = [headers['retry-after'], headers.date];
  const waitMs = retryAfterMs(after, date, systemTime.now());
  const none = noAnswerOf(status, `it answered ${status}`);
  return waitMs === undefined ? none : { ...none, waitMs };
};

const bodyOf = (bytes: Buffer, answer: (body: AnswerBody) => Answer): Answer | NoAnswer => {
  const text = bytes.toString('utf8');
  if (text.trim() === '') return answer({ kind: 'empty' });
  try {
    return answer({ kind: 'json', value: parseBounded(text, { values: mostValues }) });
  } catch (error) {
    if (error instanceof SyntaxError) return answer({ kind: 'notJson' });
    return { unread: 'tooLarge', problem: 'the response holds more than is read' };
  }
};

const waitOf = ({ unread, waitMs }: Waiting, attempt: number): number => {
  if (waitMs !== undefined) return waitMs;
  return unread === 'rateLimited' ? defaultHoldMs : backoffMs * 2 ** (attempt - 1);
};

const noAnswerTo = (error: unknown, { host }: URL): NoAnswer => {
  if (error instanceof TimedOut) return { unread: 'timeout', problem: 'it did not respond in time' };
  if (error instanceof TooLarge)
    return { unread: 'tooLarge', problem: 'its response is larger than is read' };
  const { code } = error as { code?: unknown };
  const known = typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? ` (${code})` : '';
  return { unread: 'unreachable', problem: `${host} can't be reached${known}` };
};
