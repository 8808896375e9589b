import { type Static, Type } from 'typebox';
import { Closed, Keyed, UtcDate, Uuid } from './common.ts';

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
  },
  { title: 'RequestEntry' },
);
export type RequestEntry = Static<typeof RequestEntry>;
export const RequestPage = Keyed(RequestEntry);
export const RequestQuery = Type.Object({
  deprecated: Type.Optional(Type.Boolean()),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  after: Type.Optional(
    Type.String({
      pattern: '^\\d{1,15}$',
      description:
        'The id of an entry, or 0: what came after it, oldest first. With a cursor in the answer there is more, after the last one. Ids rise and are never used again.',
    }),
  ),
});
export type RequestQuery = Static<typeof RequestQuery>;
