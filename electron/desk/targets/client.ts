import pRetry from 'p-retry';
import type { Dispatcher } from 'undici';
import { systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Target } from '#contract/target.ts';
import { type RawAnswer, sendOnce } from './attempt.ts';
import { callUrl } from './call-url.ts';
import { createDispatcher } from './dispatcher.ts';
import { afterAll, createHoldOff, mayRepeat } from './hold-off.ts';
import { createJoinedSignals } from './joined-signals.ts';
import { createPace } from './pace.ts';
import { readAll } from './pages.ts';
import { type About, type ReadAnswer, readAnswer } from './read-answer.ts';
import { scrubOf } from './secrets.ts';
import { TargetError, type Trouble } from './target-error.ts';
import type { ClosableClient, Reading, TargetAnswer, TargetCall } from './targets.ts';
import { troubleOf } from './trouble.ts';

export interface ClientOptions {
  readonly target: Target;
  /** Asked for before the first call, and again when it is refused, as the local service's may change. */
  readonly apiKey: () => Promise<string>;
  readonly caPem?: string | undefined;
  /** With user and password; those of the environment hold without one. */
  readonly proxyUrl?: string | undefined;
  /** Never by a proxy. */
  readonly direct: boolean;
  readonly userAgent: string;
  readonly log: Log;
  /** The first wait before a repeat, ms; each is about twice the one before. */
  readonly backoffMs: number;
  /** Answers beyond this many bytes are not read on. */
  readonly limitBytes: number;
  /** For one attempt of a call that does not say. */
  readonly timeoutMs: number;
}

const attempts = 5;
const longestBackoffMs = 8000;
/** No repeat begins later than this after the first attempt failed. */
const wholeCallMs = 300_000;

export const createTargetClient = (options: ClientOptions): ClosableClient => {
  const { target, log } = options;
  const base = new URL(`${target.baseUrl}/`);
  const pace = createPace(target);
  const holdOff = createHoldOff(pace);
  const closing = new AbortController();
  const sender = createSender(options);
  const join = createJoinedSignals();

  const attempt = async (call: TargetCall, url: URL, about: About, signal: AbortSignal) => {
    try {
      return await sender.send(call, url, about, signal);
    } catch (error) {
      if (error instanceof TargetError) holdOff.heed(error);
      throw error;
    }
  };

  /** After a first attempt that failed, which is almost none: the way to repeat costs more than a call. */
  const repeat = async <T>(
    send: () => Promise<T>,
    first: unknown,
    wanted: TargetCall,
    signal: AbortSignal,
  ): Promise<T> => {
    let last = first;
    let answer: { readonly value: T } | undefined;
    const again = async (): Promise<void> => {
      try {
        answer = { value: await send() };
      } catch (error) {
        if (error instanceof TargetError) last = error;
        throw error;
      }
    };
    try {
      await pRetry((attempt) => (attempt === 1 ? Promise.reject(first) : again()), {
        retries: (wanted.attempts ?? attempts) - 1,
        minTimeout: options.backoffMs,
        maxTimeout: longestBackoffMs,
        randomize: true,
        maxRetryTime: wholeCallMs,
        signal,
        shouldRetry: ({ error }) => mayRepeat(error, wanted),
      });
    } catch (error) {
      // A stop undoes nothing: what came before it tells more.
      if (answer === undefined) throw wanted.stop?.aborted && error === wanted.stop.reason ? last : error;
    }
    return (answer as { readonly value: T }).value;
  };

  const call = async <T>(wanted: TargetCall): Promise<TargetAnswer<T>> => {
    const url = callUrl(base, wanted);
    const about = { target: target.name, method: wanted.method, path: url.pathname };
    const signal = wanted.signal === undefined ? closing.signal : join(wanted.signal, closing.signal);
    /** Also ends waiting for an attempt, and does not touch one that is in the air. */
    const waiting = wanted.stop === undefined ? signal : join(wanted.stop, signal);
    const startedAt = systemTime.monotonic();
    let tries = 0;
    const sendInTurn = () =>
      pace.run(() => {
        holdOff.check(about);
        tries += 1;
        return attempt(wanted, url, about, signal);
      }, waiting);
    const outcome = () => ({ ...about, attempts: tries, ms: Math.round(systemTime.monotonic() - startedAt) });
    try {
      const { statusCode, body, correlationId } = await sendInTurn().catch((error: unknown) =>
        repeat(sendInTurn, error, wanted, waiting),
      );
      const told = outcome();
      log.debug({ ...told, statusCode }, 'target: call');
      const known = correlationId === undefined ? {} : { correlationId };
      return { statusCode, body: body as T, durationMs: told.ms, attempts: tries, ...known };
    } catch (thrown) {
      const error = thrown instanceof TargetError ? afterAll(thrown, about, tries) : thrown;
      log.info({ ...outcome(), ...wordsFor(error) }, 'target: call failed');
      throw error;
    }
  };

  return {
    target,
    call,
    all: <T, Kept = T>(
      path: string,
      query?: Readonly<Record<string, string | number>>,
      signal?: AbortSignal,
      { pick = (row: T) => row as unknown as Kept, incomplete }: Reading<T, Kept> = {},
    ) => readAll<T, Kept>(call, { path, query, signal, pick, incomplete, target: target.name }),
    async close() {
      closing.abort(new CatalogueError('server.stopping'));
      pace.close();
      await sender.close();
    },
  };
};

/** One attempt, with the key. */
const createSender = (options: ClientOptions) => {
  const { target, limitBytes, timeoutMs } = options;
  let dispatcher: Dispatcher | undefined;

  const unreachable = (trouble: Trouble): TargetError => {
    const details = { target: target.name, baseUrl: target.baseUrl, problem: trouble.problem };
    return new TargetError('target.unreachable', details, trouble);
  };

  const connections = (): Dispatcher => {
    try {
      dispatcher ??= createDispatcher(options);
      return dispatcher;
    } catch {
      const problem = 'HTTPS_PROXY or HTTP_PROXY holds no usable URL. Write it as http://host:port';
      throw unreachable({ kind: 'proxy', problem, notCarriedOut: true, passing: false });
    }
  };

  /** Asking for it may cost more than a call. */
  let known: Key | undefined;
  const ask = async (): Promise<Key> => {
    known = keyOf(await options.apiKey(), options.userAgent);
    return known;
  };

  const sendWith = (
    { withBody, withoutBody }: Key,
    call: TargetCall,
    url: URL,
    signal: AbortSignal,
  ): Promise<RawAnswer> => {
    const limits = { timeoutMs: call.timeoutMs ?? timeoutMs, limitBytes };
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const headers = body === null ? withoutBody : withBody;
    const { origin, pathname, search, hostname: host } = url;
    const request = { origin, path: pathname + search, method: call.method, headers, body, ...limits };
    return sendOnce(connections(), request, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      const trouble = troubleOf(error, { host, ...limits });
      throw unreachable(call.method === 'GET' ? trouble : withDoubt(trouble));
    });
  };

  return {
    async send(call: TargetCall, url: URL, about: About, signal: AbortSignal): Promise<ReadAnswer> {
      let key = known ?? (await ask());
      let answer = await sendWith(key, call, url, signal);
      if (answer.statusCode === 401) {
        // Nothing was carried out. The key may have been another's turn to change.
        const before = key.apiKey;
        key = await ask();
        if (key.apiKey !== before) answer = await sendWith(key, call, url, signal);
      }
      const { apiKey } = key;
      const isGood = answer.statusCode >= 200 && answer.statusCode < 300;
      const others = isGood ? undefined : await call.secrets?.();
      return await readAnswer(answer, about, signal, () =>
        scrubOf(apiKey, [call.secretBody ? call.body : undefined, others]),
      );
    },
    close: async () => {
      await dispatcher?.destroy();
    },
  };
};

/** An API key as it travels. */
interface Key {
  readonly apiKey: string;
  readonly withoutBody: Readonly<Record<string, string>>;
  readonly withBody: Readonly<Record<string, string>>;
}

const keyOf = (apiKey: string, userAgent: string): Key => {
  const withoutBody = {
    authorization: `Basic ${Buffer.from(apiKey).toString('base64')}`,
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': userAgent,
  };
  return { apiKey, withoutBody, withBody: { ...withoutBody, 'content-type': 'application/json' } };
};

/** Whoever sent something that changes must know when it may have been done. */
const withDoubt = (trouble: Trouble): Trouble =>
  trouble.notCarriedOut
    ? trouble
    : { ...trouble, problem: `${trouble.problem}. Whether the call was carried out is not known` };

const wordsFor = (error: unknown): Record<string, unknown> => {
  if (!(error instanceof TargetError)) return { problem: 'aborted or not sent' };
  const { kind, statusCode, correlationId, message } = error;
  return { problem: kind, statusCode, correlationId, words: message };
};
