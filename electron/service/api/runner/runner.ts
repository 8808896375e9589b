import { systemTime, toIso } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { RequestProblems, SendRequest, SentResponse } from '#contract/request-runner.ts';
import { sentMarkHeader } from '#service/api/exchanges/masked-exchange.ts';
import { maskReceived } from '#service/api/exchanges/masked-response.ts';
import type { SentMarks } from '#service/api/exchanges/sent-marks.ts';
import type { KeyRing } from '#service/api/key-ring.ts';
import type { RequestLog } from '#service/api/request-log.ts';
import { checkSendable } from './checked-request.ts';
import type { Operations } from './operations.ts';
import { type Address, sendTo } from './send.ts';

/** Sends requests to this service for a person, by its own port, with an API key that the person need not see. */
export interface Runner {
  /** @throws CatalogueError `request.invalid`, `apiKey.notFound`, `service.notListening` */
  send(request: SendRequest): Promise<SentResponse>;
  /** What the schema says against it; nothing is sent. @throws CatalogueError `request.invalid` */
  check(request: SendRequest): Promise<RequestProblems>;
}

interface RunnerOptions {
  readonly keys: Pick<KeyRing, 'reveal'>;
  readonly marks: SentMarks;
  readonly requests: Pick<RequestLog, 'idOf'>;
  readonly operations: Operations;
  readonly secretFields: ReadonlySet<string>;
  /** undefined while the service does not listen. */
  readonly address: () => Address | undefined;
}

export const createRunner = (options: RunnerOptions): Runner => {
  const { keys, marks, requests, operations, secretFields, address } = options;

  const authorization = async (wanted: string | undefined): Promise<string | undefined> => {
    if (wanted === 'none') return undefined;
    const all = await keys.reveal();
    const key = wanted === undefined ? all[0] : all.find(({ id }) => id === wanted.toLowerCase());
    if (key === undefined) throw new CatalogueError('apiKey.notFound', { apiKeyId: wanted ?? '' });
    return `Basic ${Buffer.from(key.apiKey).toString('base64')}`;
  };

  return {
    async check(request) {
      checkSendable(request);
      return { problems: operations.problemsOf(request) };
    },
    async send(request) {
      checkSendable(request);
      const to = address();
      if (to === undefined) throw new CatalogueError('server.unavailable');
      const authorized = await authorization(request.apiKey);
      const mark = marks.mark(request.replayOf);
      const begunAt = systemTime.monotonic();
      const at = toIso(systemTime.now());
      try {
        const received = await sendTo(to, request, headersOf(request, to, authorized, mark.value));
        const durationMs = Math.round((systemTime.monotonic() - begunAt) * 1000) / 1000;
        const correlationId = mark.correlationId();
        const requestId = correlationId === undefined ? undefined : await requests.idOf(correlationId);
        return {
          at,
          ...(requestId !== undefined && { requestId }),
          statusCode: received.statusCode,
          durationMs,
          ...(received.problem !== undefined && { problem: received.problem }),
          ...maskReceived(received, { authorization: authorized, correlationId, secretFields }),
        };
      } finally {
        mark.end();
      }
    },
  };
};

const headersOf = (
  { headers = [], body }: SendRequest,
  { host, port }: Address,
  authorization: string | undefined,
  mark: string,
): string[] => {
  const given = new Set(headers.map(({ name }) => name.toLowerCase()));
  const usual = (name: string, value: string): string[] => (given.has(name) ? [] : [name, value]);
  return [
    'host',
    `${host.includes(':') ? `[${host}]` : host}:${port}`,
    ...(authorization === undefined ? [] : ['authorization', authorization]),
    ...usual('user-agent', 'carryover-runner'),
    ...usual('accept', 'application/json'),
    ...(body === undefined ? [] : usual('content-type', 'application/json')),
    ...(body === undefined ? [] : ['content-length', String(Buffer.byteLength(body))]),
    ...headers.flatMap(({ name, value }) => [name, value]),
    sentMarkHeader,
    mark,
    'connection',
    'close',
  ];
};
