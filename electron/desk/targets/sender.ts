import type { Dispatcher } from 'undici';
import type { Log } from '#base/log.ts';
import { type RawAnswer, sendOnce } from '#base/outgoing/send-once.ts';
import type { Target } from '#contract/target.ts';
import { createDispatcher } from './dispatcher.ts';
import { parseAnswer } from './parse-answer.ts';
import { type About, type ReadAnswer, readAnswer } from './read-answer.ts';
import { scrubOf } from './secrets.ts';
import { TargetError, type Trouble } from './target-error.ts';
import type { TargetCall, TargetLook, TargetSight } from './targets.ts';
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

const unreachable = ({ name, baseUrl }: Target, trouble: Trouble): TargetError =>
  new TargetError('target.unreachable', { target: name, baseUrl, problem: trouble.problem }, trouble);

/** The connections to the target, made when they are first needed. */
const createConnections = (options: ClientOptions) => {
  let dispatcher: Dispatcher | undefined;
  return {
    /** @throws TargetError if the environment names no usable proxy */
    get(): Dispatcher {
      try {
        dispatcher ??= createDispatcher(options);
        return dispatcher;
      } catch {
        const problem = 'HTTPS_PROXY or HTTP_PROXY is not a usable URL. Write it as http://host:port';
        throw unreachable(options.target, { kind: 'proxy', problem, notCarriedOut: true, passing: false });
      }
    },
    close: async () => {
      await dispatcher?.destroy();
    },
  };
};

/** One attempt, with the key. */
export const createSender = (options: ClientOptions) => {
  const { target, limitBytes, timeoutMs } = options;
  const connections = createConnections(options);

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
    return sendOnce(connections.get(), request, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      const trouble = troubleOf(error, { host, ...limits });
      throw unreachable(target, call.method === 'GET' ? trouble : withDoubt(trouble));
    });
  };

  const answered = async (
    call: TargetCall,
    url: URL,
    signal: AbortSignal,
  ): Promise<{ answer: RawAnswer; apiKey: string }> => {
    let key = known ?? (await ask());
    let answer = await sendWith(key, call, url, signal);
    if (answer.statusCode === 401) {
      // Nothing was carried out. The key may have been another's turn to change.
      const before = key.apiKey;
      key = await ask();
      if (key.apiKey !== before) answer = await sendWith(key, call, url, signal);
    }
    return { answer, apiKey: key.apiKey };
  };

  return {
    async look(
      { withKey, ...look }: TargetLook,
      url: URL,
      about: About,
      signal: AbortSignal,
    ): Promise<TargetSight> {
      const call = { ...look, method: 'GET' } as const;
      const { answer, apiKey } = withKey
        ? await answered(call, url, signal)
        : {
            answer: await sendWith(keyless(options.userAgent), call, url, signal),
            apiKey: (known ?? (await ask())).apiKey,
          };
      const { statusCode, headers, body } = answer;
      if (isOwnTrouble(statusCode)) await readAnswer(answer, about, signal, () => scrubOf(apiKey, []));
      return { statusCode, headers, body: await parseAnswer(body, signal) };
    },
    async send(call: TargetCall, url: URL, about: About, signal: AbortSignal): Promise<ReadAnswer> {
      const { answer, apiKey } = await answered(call, url, signal);
      const isGood = answer.statusCode >= 200 && answer.statusCode < 300;
      const others = isGood ? undefined : await call.secrets?.();
      return await readAnswer(answer, about, signal, () =>
        scrubOf(apiKey, [call.secretBody ? call.body : undefined, others]),
      );
    },
    close: connections.close,
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

/** Says of whoever called nothing at all. */
const keyless = (userAgent: string): Key => {
  const { authorization: _, ...withoutBody } = keyOf('', userAgent).withoutBody;
  return { apiKey: '', withoutBody, withBody: withoutBody };
};

/** What says nothing of what was asked: it wants to be left alone, or is broken. */
const isOwnTrouble = (statusCode: number): boolean =>
  statusCode === 408 || statusCode === 425 || statusCode === 429 || statusCode >= 500;

/** Whoever sent something that changes must know when it may have been done. */
const withDoubt = (trouble: Trouble): Trouble =>
  trouble.notCarriedOut
    ? trouble
    : { ...trouble, problem: `${trouble.problem}. It is unknown whether the call was carried out` };
