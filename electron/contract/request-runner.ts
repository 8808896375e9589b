import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';
import { HeaderView } from './endpoint.ts';
import { RecordedBody } from './request-log.ts';

/** Requests that the desk sends to the local service for a person. Source: `docs/reference/rules/api.md#sent-requests`. */

export const runnerMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export const SendRequest = Type.Object({
  method: OneOf(runnerMethods),
  path: Type.String({
    minLength: 1,
    maxLength: 8000,
    description: 'On the local service, with its query string: begins with one slash.',
  }),
  headers: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String({ minLength: 1, maxLength: 200 }),
        value: Type.String({ maxLength: 8000 }),
      }),
      { maxItems: 50 },
    ),
  ),
  body: Type.Optional(Type.String({ maxLength: 1_048_576, description: 'As it is sent; none if left out.' })),
  apiKey: Type.Optional(
    Type.Union([Uuid, Type.Literal('none')], {
      description: 'The id of the API key to authorize with, or none; the oldest, if left out.',
    }),
  ),
  replayOf: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}$', description: 'The id of the request that it repeats.' }),
  ),
});
export type SendRequest = Static<typeof SendRequest>;

export const SentResponse = Closed(
  {
    at: UtcDate,
    requestId: Type.Optional(Type.String({ description: 'Its id in the request log.' })),
    statusCode: Type.Integer({ description: '0: no response.' }),
    durationMs: Type.Number(),
    problem: Type.Optional(Type.String({ description: 'Why there is no response.' })),
    headers: Type.Array(HeaderView, { description: 'Secrets masked.' }),
    body: RecordedBody,
  },
  { title: 'SentResponse' },
);
export type SentResponse = Static<typeof SentResponse>;

/** What the schema of the operation says against a request. */
export const RequestProblems = Closed({
  problems: Type.Array(
    Closed({ itemId: Type.String(), message: Type.String(), validatorName: Type.String() }),
  ),
});
export type RequestProblems = Static<typeof RequestProblems>;

/** Set by the desk or by HTTP itself. */
export const ownHeaders: readonly string[] = [
  'authorization',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-carryover-sent',
];
/** Of a request that must not be sent: a secret that was masked. */
export const maskSign = '••••';
