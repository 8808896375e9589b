import pRetry from 'p-retry';
import type { Dispatcher } from 'undici';
import { systemTime } from '#base/clock.ts';
import type { Log } from '#base/log.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Target } from '#contract/target.ts';
import { sendOnce } from './attempt.ts';
import { callUrl } from './call-url.ts';
import { createDispatcher } from './dispatcher.ts';
import { afterAll, createHoldOff, mayRepeat } from './hold-off.ts';
import { createPace } from './pace.ts';
import { readAll } from './pages.ts';
import { type About, type ReadAnswer, readAnswer } from './read-answer.ts';
import { scrubOf } from './secrets.ts';
import { TargetError, type Trouble } from './target-error.ts';
import type { TargetAnswer, TargetCall, TargetClient } from './targets.ts';
import { troubleOf } from './trouble.ts';

export interface ClientOptions {
  readonly target: Target;
  /** Asked for each attempt, as the local service's may change. */
  readonly apiKey: () => Promise<string>;
  readonly caPem?: string | undefined;
  /** Never by a proxy. */
  readonly direct: boolean;
  readonly userAgent: string;
  readonly log: Log;
  /** The first wait before a repeat, ms; each is about twice the one before. */
  readonly backoffMs: number;
  /** Answers beyond this many bytes are not read on. */
  readonly limitBytes: number;
}

const timeoutMs = 30_000;
const attempts = 5;
const longestBackoffMs = 8000;
/** No repeat begins later than this after the first attempt. */
const wholeCallMs = 300_000;

export interface ClosableClient extends TargetClient {
  /** Ends what is under way, and whatever comes after, with `server.stopping`. */
  close(): Promise<void>;
}

export const createTargetClient = (options: ClientOptions): ClosableClient => {
  const { target, log } = options;
  const base = new URL(`${target.baseUrl}/`);
  const pace = createPace(target);
  const holdOff = createHoldOff(pace);
  const closing = new AbortController();
  const sender = createSender(options);

  const attempt = async (call: TargetCall, url: URL, about: About, signal: AbortSignal) => {
    try {
      return await sender.send(call, url, about, signal);
    } catch (error) {
      if (error instanceof TargetError) holdOff.heed(error);
      throw error;
    }
  };

  const call = async <T>(wanted: TargetCall): Promise<TargetAnswer<T>> => {
    const url = callUrl(base, wanted);
    const about = { target: target.name, method: wanted.method, path: url.pathname };
    const signal = wanted.signal ? AbortSignal.any([wanted.signal, closing.signal]) : closing.signal;
    const startedAt = systemTime.monotonic();
    let tries = 0;
    const sendInTurn = () =>
      pace.run(() => {
        holdOff.check(about);
        tries += 1;
        return attempt(wanted, url, about, signal);
      }, signal);
    const outcome = () => ({ ...about, attempts: tries, ms: Math.round(systemTime.monotonic() - startedAt) });
    try {
      const { statusCode, body, correlationId } = await pRetry(sendInTurn, {
        retries: (wanted.attempts ?? attempts) - 1,
        minTimeout: options.backoffMs,
        maxTimeout: longestBackoffMs,
        randomize: true,
        maxRetryTime: wholeCallMs,
        signal,
        shouldRetry: ({ error }) => mayRepeat(error, wanted),
      });
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
    all: (path, query, signal) => readAll(call, { path, query, signal, target: target.name }),
    async close() {
      closing.abort(new CatalogueError('server.stopping'));
      pace.close();
      await sender.close();
    },
  };
};

/** One attempt, with the key. */
const createSender = (options: ClientOptions) => {
  const { target, limitBytes } = options;
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

  return {
    async send(call: TargetCall, url: URL, about: About, signal: AbortSignal): Promise<ReadAnswer> {
      const apiKey = await options.apiKey();
      const limits = { timeoutMs: call.timeoutMs ?? timeoutMs, limitBytes };
      const body = call.body === undefined ? null : JSON.stringify(call.body);
      const headers = {
        authorization: `Basic ${Buffer.from(apiKey).toString('base64')}`,
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': options.userAgent,
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      };
      const { origin, pathname, search, hostname: host } = url;
      const request = { origin, path: pathname + search, method: call.method, headers, body, ...limits };
      const answer = await sendOnce(connections(), request, signal).catch((error: unknown) => {
        if (signal.aborted) throw error;
        const trouble = troubleOf(error, { host, ...limits });
        throw unreachable(call.method === 'GET' ? trouble : withDoubt(trouble));
      });
      return readAnswer(answer, about, scrubOf(apiKey, call.secretBody ? call.body : undefined));
    },
    close: async () => {
      await dispatcher?.destroy();
    },
  };
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
