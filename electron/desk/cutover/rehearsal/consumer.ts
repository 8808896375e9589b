import { isMetadataAddress } from '#base/metadata-addresses.ts';
import { hostOf, isEncryptedOrLocal, isLoopback } from '#base/outgoing/base-url.ts';
import { refuseSetting } from '#base/outgoing/refuse-setting.ts';
import { sendOnce } from '#base/outgoing/send-once.ts';
import { formatCount } from '#contract/format.ts';
import { createDispatcher } from '#desk/targets/dispatcher.ts';
import { troubleOf } from '#desk/targets/trouble.ts';
import { isMessage } from './recorded.ts';
import type { Arrival } from './recorder.ts';

const refuse = refuseSetting('consumerUrl', 'url');

/**
 * https, or http on loopback.
 * @throws CatalogueError `request.invalid`
 */
export const checkConsumerUrl = (text: string): URL => {
  const url = URL.parse(text.trim());
  if (url === null) throw refuse('must be a full URL, such as https://staging.example.com/webhooks.');
  if (!isEncryptedOrLocal(url)) {
    throw refuse('must begin with https://, unless the consumer runs on this machine.');
  }
  if (isMetadataAddress(hostOf(url.hostname))) throw refuse('must not be a cloud metadata address.');
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user or password.');
  return url;
};

/** An integrator's consumer, which gets every webhook that the recorder takes. */
export interface StandIn {
  /** @returns the status of its response; undefined if there was none, or it was not asked any more */
  send(arrival: Arrival): Promise<number | undefined>;
  /** What it did not take, in sentences; empty if it took everything. */
  problems(): string[];
  close(): Promise<void>;
}

/** Shorter than what senders wait for, so that they still get their answer. */
const usualTimeoutMs = 10_000;
/** So many requests without a response in turn: it is asked no more. */
const mostUnanswered = 3;
const limitBytes = 1_048_576;

type Mechanism = 'legacy' | 'new';

/** @param options `timeoutMs` for one response */
export const createStandIn = (
  url: URL,
  signal: AbortSignal,
  options: { timeoutMs?: number } = {},
): StandIn => {
  const { timeoutMs = usualTimeoutMs } = options;
  const dispatcher = createDispatcher({ direct: isLoopback(url.hostname) });
  const tallies: Record<Mechanism, Tally> = { legacy: emptyTally(), new: emptyTally() };
  let unansweredInTurn = 0;

  const post = async ({ headers, bytes }: Arrival): Promise<number> => {
    const { origin, pathname, search } = url;
    const request = { origin, path: pathname + search, method: 'POST' as const, headers: passedOn(headers) };
    const sent = { ...request, body: bytes.toString('utf8'), timeoutMs, limitBytes };
    return (await sendOnce(dispatcher, sent, signal)).statusCode;
  };

  return {
    async send(arrival) {
      const tally = tallies[isMessage(arrival) ? 'new' : 'legacy'];
      tally.all++;
      if (unansweredInTurn >= mostUnanswered) {
        tally.notSent++;
        return undefined;
      }
      try {
        const statusCode = await post(arrival);
        unansweredInTurn = 0;
        if (statusCode < 200 || statusCode > 299) {
          tally.refused.set(statusCode, (tally.refused.get(statusCode) ?? 0) + 1);
        }
        return statusCode;
      } catch (error) {
        signal.throwIfAborted();
        unansweredInTurn++;
        tally.unanswered++;
        tally.problem = troubleOf(error, { host: url.hostname, timeoutMs, limitBytes }).problem;
        return undefined;
      }
    },
    problems: () => [
      ...problemsOf(url.host, 'legacy mechanism', tallies.legacy),
      ...problemsOf(url.host, 'new mechanism', tallies.new),
      ...([...tallies.new.refused.keys()].some((status) => status >= 400 && status < 500)
        ? [
            'Messages of a rehearsal are signed with a temporary secret, which a consumer that verifies signatures refuses.',
          ]
        : []),
    ],
    close: () => dispatcher.destroy(),
  };
};

interface Tally {
  all: number;
  /** By status. */
  readonly refused: Map<number, number>;
  unanswered: number;
  notSent: number;
  /** Of the last one without a response. */
  problem: string;
}
const emptyTally = (): Tally => ({ all: 0, refused: new Map(), unanswered: 0, notSent: 0, problem: '' });

const problemsOf = (host: string, mechanism: string, tally: Tally): string[] => {
  const requests = `${formatCount(tally.all, 'request')} of the ${mechanism}`;
  const refused = [...tally.refused].map(
    ([status, count]) => `${host} responded with ${status} to ${count} of ${requests}.`,
  );
  const rest = tally.notSent === 0 ? '' : `; ${tally.notSent} more were not sent`;
  return tally.unanswered + tally.notSent === 0
    ? refused
    : [
        ...refused,
        `${host} did not respond to ${tally.unanswered} of ${requests} (${tally.problem || 'it did not respond before'})${rest}.`,
      ];
};

/** Headers of one connection are not those of the next. */
const ofConnection: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

const passedOn = (headers: Arrival['headers']): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));
