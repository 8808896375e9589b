import type { Dispatcher } from 'undici';
import { type Clock, systemTime } from '#base/clock.ts';
import { isLoopback } from '#base/outgoing/base-url.ts';
import { retryAfterMs } from '#base/outgoing/retry-after.ts';
import { headerOf, type RawAnswer, sendOnce } from '#base/outgoing/send-once.ts';
import { packageVersion } from '#base/package-root.ts';
import { secretForms } from '#base/secret-forms.ts';
import { withoutKeysInProse } from '#base/without-keys.ts';
import type { AuditEvent } from '#contract/audit.ts';
import { visible } from '#desk/reports/visible.ts';
import { createDispatcher } from '#desk/targets/dispatcher.ts';
import { troubleOf } from '#desk/targets/trouble.ts';
import { ndjsonBody, ndjsonHeaders, signedHeaders } from './ndjson.ts';
import { messageOf, type NotifiedBy } from './notified.ts';
import { otlpBody, otlpHeaders, rejectedIn } from './otlp.ts';
import type { StreamSettings } from './stream.ts';

/** What became of a request. */
export type Outcome =
  | {
      readonly kind: 'delivered';
      readonly status: number;
      readonly rejected?: Rejected;
      /** Messages that left, where not every event is one. */
      readonly messages?: number;
    }
  | {
      readonly kind: 'failed';
      /** Undefined: there was no response. */
      readonly status?: number;
      readonly problem: string;
      /** The wait that the destination asks for. */
      readonly askedMs?: number;
      /** Fewer events at a time may be taken. */
      readonly isTooLarge: boolean;
    };
export interface Rejected {
  readonly events: number;
  readonly problem: string;
}

export interface AuditSender {
  /** One request, or none where the events are none of what the stream sends. @throws the signal's reason */
  send(events: readonly AuditEvent[], signal: AbortSignal): Promise<Outcome>;
  /** Whether no event can follow in the same request. */
  endsRequest(event: AuditEvent): Promise<boolean>;
  close(): Promise<void>;
}

export interface SenderLimits {
  /** For one request and its response. */
  readonly timeoutMs: number;
  readonly notifiedBy: NotifiedBy;
}

const responseBytes = 1_048_576;
const shownCharacters = 300;

/** The connections of one stream, and its requests on them. */
export const createAuditSender = (
  streamId: string,
  settings: StreamSettings,
  { timeoutMs, notifiedBy }: SenderLimits,
  clock: Clock = systemTime,
): AuditSender => {
  const { origin, pathname: path, hostname } = new URL(settings.url);
  const limits = { timeoutMs, limitBytes: responseBytes };
  const scrub = scrubOf(settings);
  let dispatcher: Dispatcher | undefined;

  const { format, detail } = settings;
  const messageIn = (event: AuditEvent) => messageOf(event, { streamId, detail, notifiedBy });

  const requestOf = async (events: readonly AuditEvent[]): Promise<OneRequest | undefined> => {
    const own = { 'user-agent': `carryover-audit/${packageVersion()}`, 'accept-encoding': 'identity' };
    const custom = Object.fromEntries(settings.headers.map(({ name, value }) => [name, value]));
    if (settings.format === 'otlp') {
      return { body: otlpBody(events), headers: { ...custom, ...own, ...otlpHeaders } };
    }
    if (format === 'notifications') {
      const [message] = (await Promise.all(events.slice(-1).map(messageIn))).filter(
        (one) => one !== undefined,
      );
      if (message === undefined) return undefined;
      const { id, body } = message;
      const json = { 'content-type': 'application/json' };
      const signed = signedHeaders(id, body, settings.secrets, clock.now());
      return { body, headers: { ...custom, ...own, ...json, ...signed } };
    }
    const body = ndjsonBody(events);
    const signed = ndjsonHeaders(streamId, body, settings.secrets, clock.now());
    return { body, headers: { ...custom, ...own, ...signed } };
  };

  return {
    async send(events, signal) {
      try {
        dispatcher ??= createDispatcher({ direct: isLoopback(hostname), caPem: settings.caPem });
        const made = await requestOf(events);
        if (made === undefined) return { kind: 'delivered', status: 204, messages: 0 };
        const request = { origin, path, method: 'POST' as const, ...made, ...limits };
        const outcome = outcomeOf(await sendOnce(dispatcher, request, signal), format, scrub, clock.now());
        return format === 'notifications' && outcome.kind === 'delivered'
          ? { ...outcome, messages: 1 }
          : outcome;
      } catch (error) {
        if (signal.aborted) throw error;
        const { problem } = troubleOf(error, { host: hostname, ...limits });
        return { kind: 'failed', problem: `No response: ${problem}.`, isTooLarge: false };
      }
    },
    endsRequest: async (event) => format === 'notifications' && (await messageIn(event)) !== undefined,
    async close() {
      await dispatcher?.destroy();
    },
  };
};

interface OneRequest {
  readonly body: string;
  readonly headers: Record<string, string>;
}

const outcomeOf = (
  answer: RawAnswer,
  format: StreamSettings['format'],
  scrub: (text: string) => string,
  nowMs: number,
): Outcome => {
  const { statusCode: status, body } = answer;
  if (status >= 200 && status < 300) {
    const rejected = format === 'otlp' ? rejectedIn(body.toString('utf8')) : undefined;
    if (rejected === undefined) return { kind: 'delivered', status };
    const { events, problem } = rejected;
    return { kind: 'delivered', status, rejected: { events, problem: scrub(problem) } };
  }
  const askedMs = retryAfterMs(headerOf(answer, 'retry-after'), headerOf(answer, 'date'), nowMs);
  return {
    kind: 'failed',
    status,
    problem: problemOf(status, scrub(body.toString('utf8'))),
    ...(askedMs === undefined ? {} : { askedMs }),
    isTooLarge: status === 413,
  };
};

const problemOf = (status: number, said: string): string => {
  if (status >= 300 && status < 400) {
    return `Status ${status}: redirects are not followed. Set the URL that it leads to.`;
  }
  return said === '' ? `Status ${status}.` : `Status ${status}: ${said}`;
};

/** A destination may repeat what it was sent. */
const scrubOf = ({ headers, secrets }: StreamSettings): ((text: string) => string) => {
  const forms = secretForms([...headers.map(({ value }) => value), ...secrets.map(({ text }) => text)], 4);
  return (text) => {
    const line = visible(withoutKeysInProse(forms.maskText(text.slice(0, 10 * shownCharacters), true)))
      .replaceAll(/\s+/g, ' ')
      .trim();
    return line.length > shownCharacters ? `${line.slice(0, shownCharacters)}…` : line;
  };
};
