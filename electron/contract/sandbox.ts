import { type Static, Type } from 'typebox';
import { Closed, MapOf, OneOf, Tags, UtcDate, Uuid } from './common.ts';
import { Profile, Rule, RuleRequest } from './legacy.ts';
import { authHeaderBytes, Webhook } from './webhook.ts';

/** What only the local service has: faults, settings, simulated tokens, seeding, cutover. */

export const tokenBehaviours = [
  'good',
  'expired-refreshable',
  'refresh-token-used',
  'revoked',
  'scope-missing',
  'rate-limited',
  'slow',
  'one-data-type-fails',
  'used-by-old-application',
] as const;
export type TokenBehaviour = (typeof tokenBehaviours)[number];

export const TokenRequest = Type.Object({
  platformKey: Type.String({ pattern: '^[a-z]{4}$' }),
  behaviour: Type.Optional(OneOf(tokenBehaviours)),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
});
export type TokenRequest = Static<typeof TokenRequest>;
/** `credentials` is a body that PUT …/authorization takes as it is. */
export const TokenSet = Closed({
  id: Uuid,
  platformKey: Type.String(),
  behaviour: OneOf(tokenBehaviours),
  issued: UtcDate,
  credentials: MapOf(Type.String()),
});
export type TokenSet = Static<typeof TokenSet>;
export const TokenSets = Closed({ results: Type.Array(TokenSet) });

export const faultAnswers = ['402', '403', '429', '500', '503', 'slow', 'none', 'fixture'] as const;
export const fixtureLimits = { bodyLength: 65_536, headers: 20 } as const;
/** A stored response. */
export const Fixture = Closed({
  statusCode: Type.Integer({ minimum: 200, maximum: 599 }),
  headers: Type.Optional(
    Type.Array(
      Closed({
        name: Type.String({ pattern: "^[!#$%&'*+.^_`|~A-Za-z0-9-]{1,100}$" }),
        value: Type.String({ maxLength: 2000, pattern: '^[\\t\\x20-\\x7e]*$' }),
      }),
      { maxItems: fixtureLimits.headers },
    ),
  ),
  body: Type.Optional(
    Type.String({
      maxLength: fixtureLimits.bodyLength,
      description: 'JSON, unless a header says otherwise.',
    }),
  ),
});
export type Fixture = Static<typeof Fixture>;
/** `route` is a path template such as `/companies/{companyId}`, or `*` for every route. */
export const Fault = Closed({
  method: Type.Optional(OneOf('GET', 'POST', 'PUT', 'PATCH', 'DELETE')),
  route: Type.String({ minLength: 1, maxLength: 300 }),
  path: Type.Optional(
    Type.String({
      pattern: '^/[\\x21-\\x3e\\x40-\\x7e]{0,999}$',
      description: 'A path that begins with /, without query string: only its requests are hit.',
    }),
  ),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  off: Type.Optional(Type.Boolean({ description: 'It hits nothing until it is switched on.' })),
  answer: OneOf(faultAnswers),
  fixture: Type.Optional(Fixture),
  delayMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 120_000,
      description: 'With "slow", 3,000 if left out; before a fixture, none if left out.',
    }),
  ),
  times: Type.Optional(
    Type.Integer({ minimum: 1, description: 'How often it happens; always, if left out.' }),
  ),
  share: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'Which share of requests it hits; all, if left out.',
    }),
  ),
});
export type Fault = Static<typeof Fault>;
export const Faults = Closed({ faults: Type.Array(Fault, { maxItems: 100 }) });
export type Faults = Static<typeof Faults>;

export const Settings = Closed(
  {
    rateLimit: Type.Boolean(),
    retention: Closed({
      messageDays: Type.Integer({ minimum: 1, maximum: 3650 }),
      requests: Type.Integer({ minimum: 100, maximum: 10_000_000 }),
    }),
    waitingDeliveries: Type.Optional(
      Type.Integer({
        minimum: 1000,
        maximum: 100_000_000,
        description: 'Deliveries that may wait before calls that add more get 429; 1,000,000 if left out.',
      }),
    ),
    recordBodies: Type.Optional(
      Type.Boolean({
        description:
          'Headers and bodies of requests to the public API are recorded, secrets masked. On if left out.',
      }),
    ),
    durable: Type.Optional(
      Type.Boolean({
        description:
          'What was acknowledged survives a power cut, too: each commit waits for the disk. Off if left out; a killed process loses nothing either way.',
      }),
    ),
  },
  { title: 'Settings' },
);
export type Settings = Static<typeof Settings>;

/** A sandbox in one document. Ids are the snapshot's own; the answer maps them to the sandbox's. */
export const Snapshot = Type.Object(
  {
    replace: Type.Optional(Type.Boolean()),
    client: Type.Optional(
      Type.Object({ id: Type.Optional(Uuid), name: Type.Optional(Type.String({ minLength: 1 })) }),
    ),
    profile: Type.Optional(Type.Partial(Type.Object(Profile.properties))),
    companies: Type.Optional(
      Type.Array(
        Type.Object({
          id: Uuid,
          name: Type.String({ minLength: 1 }),
          description: Type.Optional(Type.String()),
          tags: Type.Optional(Tags),
          connections: Type.Optional(
            Type.Array(
              Type.Object({
                id: Uuid,
                platformKey: Type.String({ pattern: '^[a-z]{4}$' }),
                status: Type.Optional(OneOf('PendingAuth', 'Linked', 'Unlinked', 'Deauthorized')),
              }),
            ),
          ),
        }),
      ),
    ),
    rules: Type.Optional(
      Type.Array(
        Type.Object({
          id: Uuid,
          type: Rule.properties.type,
          companyId: Type.Optional(Uuid),
          notifiers: RuleRequest.properties.notifiers,
        }),
      ),
    ),
    webhooks: Type.Optional(
      Type.Array(
        Type.Object({
          id: Uuid,
          url: Type.String(),
          eventTypes: Type.Array(Type.String(), { minItems: 1 }),
          disabled: Type.Optional(Type.Boolean()),
          companyId: Type.Optional(Uuid),
          companyTags: Type.Optional(Type.Array(Type.String())),
          headers: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))),
        }),
      ),
    ),
  },
  { title: 'Snapshot' },
);
export type Snapshot = Static<typeof Snapshot>;
/** From the snapshot's ids, in lower case, to the sandbox's. */
export const SeedResult = Closed({
  companies: MapOf(Uuid),
  connections: MapOf(Uuid),
  rules: MapOf(Uuid),
  webhooks: MapOf(Uuid),
});
export type SeedResult = Static<typeof SeedResult>;

/** An endpoint that a cutover is to make. */
export const PlannedEndpoint = Closed({
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  eventTypes: Type.Array(Type.String(), { minItems: 1, maxItems: 200 }),
  companyId: Type.Optional(Type.String()),
});
export type PlannedEndpoint = Static<typeof PlannedEndpoint>;

/** A plan that is carried out exactly: it names all rules that there are, and each endpoint that comes of them. */
const CutoverOrder = Closed({
  digest: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  ruleIds: Type.Array(Type.String(), { description: 'All rules of the client when it was planned.' }),
  endpoints: Type.Array(Closed({ ...PlannedEndpoint.properties, ruleIds: Type.Array(Type.String()) })),
  /** Left out: `portalAuthHeader` if it is given, else the profile's if it has one. */
  authHeader: Type.Optional(OneOf('profile', 'portal', 'none')),
});
export type CutoverOrder = Static<typeof CutoverOrder>;

/**
 * What the provider carries over. `portalAuthHeader` stands for a header that was set in the portal. Without a plan, one
 * is made of the rules as they are.
 */
export const CutoverRequest = Type.Object({
  portalAuthHeader: Type.Optional(Type.String({ minLength: 1, maxLength: authHeaderBytes })),
  plan: Type.Optional(CutoverOrder),
});
export type CutoverRequest = Static<typeof CutoverRequest>;
export const CutoverResult = Closed({
  at: UtcDate,
  endpoints: Type.Array(Closed({ ruleIds: Type.Array(Uuid), webhook: Webhook })),
  notCarried: Type.Array(
    Closed({
      ruleId: Uuid,
      reason: Type.String(),
      eventTypes: Type.Array(Type.String(), {
        description: 'What to use as triggers in an automation tool instead.',
      }),
    }),
  ),
  carriedHeaders: Type.Array(Type.String()),
});
export type CutoverResult = Static<typeof CutoverResult>;

/**
 * While the client is cut over: the plan that was carried out, if there was one, and the result as the cutover gave it.
 * A sandbox of version 0.3.0 or older tells only when.
 */
export const CutoverState = Closed({
  cutOver: Type.Boolean(),
  planDigest: Type.Optional(CutoverOrder.properties.digest),
  ...Type.Partial(CutoverResult).properties,
});
export type CutoverState = Static<typeof CutoverState>;

/** The endpoints that a rollback disabled, or found disabled. */
export interface CutoverUndone {
  readonly endpoints: readonly Webhook[];
}
