import {
  keptBodyBytes,
  type Outbound,
  type OutboundRequest,
  type OutboundResult,
} from '#service/outbound/outbound.ts';
import { createPlaces } from '#service/outbound/places.ts';

/** What came of a request; what is left out is that of a good answer. `'never'`: nothing comes until `end` is called. */
export type Scripted =
  | 'never'
  | (Partial<Omit<OutboundResult, 'responseBody'>> & { readonly body?: string | Buffer });

export interface ScriptedOutbound extends Outbound {
  readonly sent: OutboundRequest[];
  /** How many have left and not ended. */
  inAir(): number;
  /** Ends those that are in the air, the oldest first, or as many as are asked for. */
  end(result?: Exclude<Scripted, 'never'>, count?: number): void;
}

/** Consumers in memory: no socket, and each result as exact as a test wants it. */
export const scriptedOutbound = (
  answer: (request: OutboundRequest, before: number) => Scripted = () => ({}),
  places: number = Number.POSITIVE_INFINITY,
): ScriptedOutbound => {
  const sent: OutboundRequest[] = [];
  const waiting: ((result: OutboundResult) => void)[] = [];
  return {
    sent,
    inAir: () => waiting.length,
    post(request, ended) {
      const scripted = answer(request, sent.length);
      sent.push({ ...request, body: request.body.toString() });
      if (scripted === 'never') waiting.push(ended);
      else setImmediate(() => ended(resultOf(scripted)));
    },
    end(result = {}, count = waiting.length) {
      for (const ended of waiting.splice(0, count)) ended(resultOf(result));
    },
    places: createPlaces(places),
    ownFault: () => undefined,
    async close() {},
  };
};

const resultOf = ({ body = '', ...result }: Exclude<Scripted, 'never'>): OutboundResult => ({
  ...('error' in result || 'statusCode' in result ? {} : { statusCode: 200 }),
  durationMs: 1,
  responseHeaders: {},
  localAddress: '127.0.0.1',
  ...result,
  responseBody: Buffer.from(body).subarray(0, keptBodyBytes),
});

/** The headers of a request, by name. */
export const headersOf = ({ headers }: OutboundRequest): Record<string, string> =>
  Object.fromEntries(headers.flatMap((name, n) => (n % 2 === 0 ? [[name, headers[n + 1] ?? '']] : [])));
