import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';

/** Where a plan is carried out: the local service, or a remote base URL with an API key. Source: `docs/reference/rules/names.md#target`. */

export const targetKinds = ['local', 'remote'] as const;

/** The one target of kind `local` is always there, under this id and name. */
export const localTargetId = 'local';
export const TargetId = Type.String({
  pattern: '^(local|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$',
  description: '"local", or a UUID.',
});

const TargetName = Type.String({ minLength: 1, maxLength: 100 });
const ApiKey = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'The key in clear text, without blanks. It is sealed at once and never shown again.',
});
export const CaPem = Type.String({
  maxLength: 200_000,
  description: 'Certificates of a private CA, PEM; trusted besides the usual ones.',
});
const CallbackUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description: "The service's OAuth callback URL, exactly as it is registered with platforms.",
});
const ProxyUrl = Type.String({
  minLength: 1,
  maxLength: 2048,
  description:
    'The HTTP or HTTPS proxy to reach it by, with a user and a password if it wants them; they are sealed at once and never shown again. Without one, HTTPS_PROXY and NO_PROXY of the environment hold.',
});
const Concurrency = Type.Integer({ minimum: 1, maximum: 100 });
const PerSecond = Type.Integer({ minimum: 1, maximum: 10_000 });

/** Never holds the key. */
export const Target = Closed(
  {
    id: TargetId,
    name: TargetName,
    kind: OneOf(targetKinds),
    baseUrl: Type.String(),
    apiKey: Type.String({ description: 'Masked.' }),
    clientId: Type.Optional(Uuid),
    hasCa: Type.Boolean(),
    proxyUrl: Type.Optional(Type.String({ description: 'Without user and password.' })),
    callbackUrl: Type.Optional(CallbackUrl),
    concurrency: Concurrency,
    perSecond: Type.Integer({ minimum: 1 }),
    created: Type.Optional(UtcDate),
  },
  { title: 'Target' },
);
export type Target = Static<typeof Target>;
export const TargetList = Closed({ results: Type.Array(Target) });
export type TargetList = Static<typeof TargetList>;

export const TargetRequest = Closed(
  {
    name: TargetName,
    baseUrl: Type.String({ minLength: 1, maxLength: 2048 }),
    apiKey: ApiKey,
    clientId: Type.Optional(Uuid),
    caPem: Type.Optional(CaPem),
    proxyUrl: Type.Optional(ProxyUrl),
    callbackUrl: Type.Optional(CallbackUrl),
    concurrency: Type.Optional(Concurrency),
    perSecond: Type.Optional(PerSecond),
  },
  { title: 'TargetRequest' },
);
export type TargetRequest = Static<typeof TargetRequest>;

/** null takes the value away. */
export const TargetPatch = Type.Object(
  {
    name: Type.Optional(TargetName),
    baseUrl: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
    apiKey: Type.Optional(ApiKey),
    clientId: Type.Optional(Type.Union([Uuid, Type.Null()])),
    caPem: Type.Optional(Type.Union([CaPem, Type.Null()])),
    proxyUrl: Type.Optional(Type.Union([ProxyUrl, Type.Null()])),
    callbackUrl: Type.Optional(Type.Union([CallbackUrl, Type.Null()])),
    concurrency: Type.Optional(Concurrency),
    perSecond: Type.Optional(PerSecond),
  },
  { minProperties: 1, additionalProperties: false },
);
export type TargetPatch = Static<typeof TargetPatch>;

/** What a target let us do, found by calls that only read. The alerts endpoints are never called. */
export const TargetTest = Closed(
  {
    targetId: TargetId,
    at: UtcDate,
    reached: Type.Boolean(),
    problem: Type.Optional(Type.String({ description: 'Why it could not be reached, and what to do.' })),
    rights: Type.Array(
      Closed({
        what: Type.String({ description: 'Such as "read companies".' }),
        call: Type.String({ description: 'Such as "GET /companies".' }),
        result: OneOf('allowed', 'denied', 'unknown'),
        detail: Type.Optional(Type.String()),
      }),
    ),
    durationMs: Type.Integer(),
  },
  { title: 'TargetTest' },
);
export type TargetTest = Static<typeof TargetTest>;

/** One call that would change a target, as it is listed before it is confirmed. */
export const PlannedCall = Closed({
  method: OneOf('POST', 'PUT', 'PATCH', 'DELETE'),
  path: Type.String(),
  why: Type.String(),
});
export type PlannedCall = Static<typeof PlannedCall>;

/** Calls that would change a remote target, and the code that confirms exactly these. */
export const Unconfirmed = Closed({ confirm: Type.String(), calls: Type.Array(PlannedCall) });
export type Unconfirmed = Static<typeof Unconfirmed>;
