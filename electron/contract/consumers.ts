import { type Static, Type } from 'typebox';
import { signatureStates } from './attempt-check.ts';
import { Closed, MapOf, OneOf, UtcDate, Uuid } from './common.ts';
import { fixtureLimits } from './sandbox.ts';

/** Consumers of the test kit: receivers on loopback that register nothing, and respond as a test wants them to. */

export const consumerLimits = {
  open: 100,
  /** Requests of one consumer that are kept; the oldest ones go first. */
  requests: 20_000,
  /** Of all their bodies together. */
  bodyBytes: 128 * 1_048_576,
  /** Responses that wait for their turn. */
  responses: 1000,
} as const;

export const ConsumerResponse = Closed(
  {
    statusCode: Type.Optional(Type.Integer({ minimum: 200, maximum: 599, description: '200, if left out.' })),
    headers: Type.Optional(MapOf(Type.String({ maxLength: 2000, pattern: '^[\\t\\x20-\\x7e]*$' }))),
    body: Type.Optional(Type.String({ maxLength: fixtureLimits.bodyLength })),
    delayMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 120_000, description: 'System time.' })),
    connection: Type.Optional(OneOf('reset', 'silent')),
    times: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description:
          'So many requests get it, after the responses with a number of times before it; then the default response. Left out: it becomes the default response, and replaces all that wait.',
      }),
    ),
  },
  {
    title: 'ConsumerResponse',
    description: '`connection`: reset closes the connection without a response, silent never responds.',
  },
);
export type ConsumerResponse = Static<typeof ConsumerResponse>;

export const ConsumerView = Closed(
  {
    id: Uuid,
    url: Type.String({ description: 'Every path below it receives.' }),
    received: Type.Integer({ description: 'Requests so far.' }),
    dropped: Type.Integer({ description: 'Of these, those that are not kept any more.' }),
  },
  { title: 'Consumer' },
);
export type ConsumerView = Static<typeof ConsumerView>;
export const ConsumerList = Closed({ results: Type.Array(ConsumerView) });

export const ConsumerRequest = Closed(
  {
    number: Type.Integer({ description: 'Over all consumers, from 1.' }),
    consumerId: Uuid,
    at: UtcDate,
    method: Type.String(),
    path: Type.String({ description: 'With the query string.' }),
    headers: MapOf(Type.String(), { description: 'By lower-case name, as they came.' }),
    body: Type.String({ description: 'UTF-8.' }),
    statusCode: Type.Integer({ description: 'Of the response; 0: none.' }),
    verified: Type.Optional(
      Type.Boolean({
        description:
          'Whether a live signing secret of one of the service’s endpoints signed it, at a time that consumers accept. Omitted: it carries no signature, as legacy alerts do.',
      }),
    ),
    signature: OneOf(signatureStates),
    reason: Type.String({ description: 'Of the signature’s verdict, in words.' }),
  },
  { title: 'ConsumerRequest' },
);
export type ConsumerRequest = Static<typeof ConsumerRequest>;

/** A line of the stream: everything up to this number was sent, or is not kept any more. */
export interface StreamMark {
  readonly upTo: number;
}

export const ConsumerRequestQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, description: 'Only those with a higher number.' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })),
});
export type ConsumerRequestQuery = Static<typeof ConsumerRequestQuery>;
export const ConsumerRequestList = Closed({
  results: Type.Array(ConsumerRequest, { description: 'Oldest first.' }),
});

/** Every method throws `CatalogueError`. */
export interface Consumers {
  /** Requests that all consumers received so far. */
  total(): number;
  /** @throws CatalogueError `consumer.tooMany` */
  open(): Promise<ConsumerView>;
  list(): ConsumerView[];
  show(id: string): ConsumerView;
  respond(id: string, response: ConsumerResponse): void;
  /** Oldest first; of all consumers without `id`. */
  requests(query: ConsumerRequestQuery, id?: string): ConsumerRequest[];
  /** Forgets what it received. */
  clear(id: string): void;
  close(id: string): Promise<void>;
  /** Something was received, or forgotten. */
  subscribe(listener: () => void): () => void;
}
