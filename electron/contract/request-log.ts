import { type Static, Type } from 'typebox';
import { Closed, Keyed, OneOf, searchMaxLength, UtcDate, Uuid } from './common.ts';
import { HeaderView } from './endpoint.ts';

/** Source: `docs/reference/rules/api.md#recorded-bodies`. */
export const recordingLimits = {
  /** Of each body, as it is stored. */
  bodyBytes: 65_536,
  /** Requests with bodies. */
  count: 10_000,
  /** Of all bodies and headers. */
  totalBytes: 32 * 1_048_576,
  days: 7,
} as const;

/** Whether headers and bodies were recorded, and why not. */
export const recordedStates = ['recorded', 'off', 'busy', 'page'] as const;

/** One request that the public API answered. Never holds a secret. Source: `docs/reference/rules/api.md#local-additions`. */
export const RequestEntry = Closed(
  {
    id: Type.String({ description: 'A whole number that rises.' }),
    at: UtcDate,
    method: Type.String(),
    path: Type.String({ description: 'Without the query string.' }),
    route: Type.Optional(Type.String({ description: 'The route template; omitted where none matched.' })),
    statusCode: Type.Integer({ description: '0: no response, because of a simulated fault.' }),
    durationMs: Type.Number(),
    correlationId: Type.String(),
    apiKeyId: Type.Optional(Uuid),
    userAgent: Type.Optional(Type.String({ description: 'As the caller named itself, cut to 200.' })),
    deprecated: Type.Boolean({ description: 'A call of an alerts endpoint: eligibility evidence.' }),
    recorded: Type.Optional(OneOf(recordedStates)),
    sentBy: Type.Optional(OneOf('runner')),
    replayOf: Type.Optional(Type.String({ description: 'The id of the request that it repeats.' })),
    fault: Type.Optional(Type.String({ description: 'The effect of the fault that hit it.' })),
  },
  { title: 'RequestEntry' },
);
export type RequestEntry = Static<typeof RequestEntry>;
export const RequestPage = Keyed(RequestEntry);

/** A body as it is stored: secrets masked, cut to `recordingLimits.bodyBytes`. */
export const RecordedBody = Closed({
  state: OneOf('empty', 'whole', 'cut', 'unreadable', 'notRead', 'notStored'),
  bytes: Type.Optional(
    Type.Integer({ minimum: 0, description: 'In full, as it was sent, where that is known.' }),
  ),
  text: Type.Optional(Type.String()),
});
export type RecordedBody = Static<typeof RecordedBody>;

export const RecordedExchange = Closed({
  query: Type.Optional(Type.String({ description: 'The query string, without the question mark.' })),
  requestHeaders: Type.Array(HeaderView),
  requestBody: RecordedBody,
  responseHeaders: Type.Array(HeaderView),
  responseBody: RecordedBody,
});
export type RecordedExchange = Static<typeof RecordedExchange>;

export const RequestDetail = Closed(
  {
    entry: RequestEntry,
    exchange: Type.Optional(RecordedExchange),
    missing: Type.Optional(OneOf('off', 'busy', 'page', 'earlier', 'removed')),
  },
  { title: 'RequestDetail', description: 'With `exchange`, or with why there is none.' },
);
export type RequestDetail = Static<typeof RequestDetail>;

export const Recording = Closed({
  on: Type.Boolean(),
  count: Type.Integer({ minimum: 0, description: 'Requests with headers and bodies.' }),
  bytes: Type.Integer({ minimum: 0 }),
});
export type Recording = Static<typeof Recording>;

export const RequestPath = Type.Optional(
  Type.String({
    pattern: '^/[^?#]{0,999}$',
    description:
      'The whole path without query string, or the template of its route, such as /companies/{companyId}.',
  }),
);

const filters = {
  method: Type.Optional(OneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD')),
  status: Type.Optional(
    Type.String({
      pattern: '^([2-5]xx|[1-5]\\d\\d|none)$',
      description: 'A code, a class such as 4xx, or none: no response.',
    }),
  ),
  path: RequestPath,
  search: Type.Optional(
    Type.String({ maxLength: searchMaxLength, description: 'A part of the path, or a correlation id.' }),
  ),
  caller: Type.Optional(Type.String({ maxLength: 200, description: 'A part of the user agent.' })),
  apiKeyId: Type.Optional(Uuid),
  since: Type.Optional(UtcDate),
  until: Type.Optional(UtcDate),
  sentBy: Type.Optional(OneOf('runner')),
};

export const RequestQuery = Type.Object({
  deprecated: Type.Optional(Type.Boolean()),
  ...filters,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  after: Type.Optional(
    Type.String({
      pattern: '^\\d{1,15}$',
      description:
        'The id of an entry, or 0: what came after it, oldest first, without other filters than deprecated. With a cursor in the answer there is more, after the last one. Ids rise and are never used again.',
    }),
  ),
});
export type RequestQuery = Static<typeof RequestQuery>;
