import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';
import { Webhook } from './webhook.ts';

/** Guided set-up of an endpoint's custom headers. Source: `docs/reference/rules/endpoints.md#custom-headers`. */

const HeaderName = Type.String({ minLength: 1, maxLength: 200 });
const HeaderValue = Type.String({ maxLength: 4096 });

/** `Authorization`, as a person knows it. */
export const AuthorizationChoice = Type.Union([
  Closed({
    scheme: Type.Literal('basic'),
    user: Type.String({ maxLength: 1000 }),
    password: Type.String({ maxLength: 2000 }),
  }),
  Closed({ scheme: Type.Literal('bearer'), token: Type.String({ minLength: 1, maxLength: 4000 }) }),
  Closed({ scheme: Type.Literal('raw'), value: Type.String({ minLength: 1, maxLength: 4096 }) }),
]);
export type AuthorizationChoice = Static<typeof AuthorizationChoice>;

/** Headers that are not named stay as they are. */
export const HeaderSetupRequest = Closed(
  {
    authorization: Type.Optional(AuthorizationChoice),
    /** `true`: the target's client id. */
    clientId: Type.Optional(Type.Union([Uuid, Type.Literal(true)])),
    headers: Type.Optional(Type.Array(Closed({ name: HeaderName, value: HeaderValue }), { maxItems: 20 })),
    remove: Type.Optional(Type.Array(HeaderName, { maxItems: 20 })),
  },
  { title: 'HeaderSetupRequest', minProperties: 1 },
);
export type HeaderSetupRequest = Static<typeof HeaderSetupRequest>;

export const SetupHeader = Closed({
  name: Type.String(),
  value: Type.String({ description: 'Masked, unless it was asked for with reveal=true.' }),
  /** `set`: the endpoint has it; `planned`: to be pasted into the remote portal. */
  state: OneOf('set', 'planned'),
});
export type SetupHeader = Static<typeof SetupHeader>;

/** What the legacy set-up sends, and what becomes of it. */
export const LegacyHeader = Closed({
  name: Type.String(),
  value: Type.String({ description: 'Masked.' }),
  from: OneOf('profile', 'portal', 'always-sent'),
  /** `kept`: there with the same value; `differs`: there with another one; `lost`: not there; `unknown`: can't be seen. */
  state: OneOf('kept', 'differs', 'lost', 'unknown'),
  advice: Type.Optional(Type.String()),
});
export type LegacyHeader = Static<typeof LegacyHeader>;

export const HeaderCheckResult = Closed({
  at: UtcDate,
  webhookId: Uuid,
  /** How it was checked: the attempt log of the local service, or headers that a consumer received and that were pasted. */
  by: OneOf('test-event', 'received'),
  messageId: Type.Optional(Type.String()),
  statusCode: Type.Optional(Type.Integer()),
  error: Type.Optional(Type.String()),
  passed: Type.Boolean(),
  pending: Type.Optional(
    Type.Boolean({ description: 'The event was made; what the consumer received is still to be given.' }),
  ),
  headers: Type.Array(
    Closed({
      name: Type.String(),
      result: OneOf('as-set', 'differs', 'missing', 'extra'),
      value: Type.String({ description: 'Masked.' }),
    }),
  ),
  advice: Type.Array(Type.String()),
});
export type HeaderCheckResult = Static<typeof HeaderCheckResult>;

/** For a remote target: what to do by hand in the management portal, exactly. */
export const GuidedStep = Closed({
  what: Type.String(),
  values: Type.Array(Closed({ name: Type.String(), value: Type.String() })),
});

export const HeaderSetup = Closed(
  {
    webhook: Webhook,
    ofCase: Type.Boolean({
      description: 'The cutover made it, or the case sets it up: the case waits for its check.',
    }),
    /** `api`: the desk sets them itself; `guided`: a person pastes them into the portal. */
    way: OneOf('api', 'guided'),
    headers: Type.Array(SetupHeader),
    legacy: Type.Array(LegacyHeader),
    guide: Type.Array(GuidedStep),
    lastCheck: Type.Optional(HeaderCheckResult),
  },
  { title: 'HeaderSetup' },
);
export type HeaderSetup = Static<typeof HeaderSetup>;
export const HeaderSetups = Closed({ results: Type.Array(HeaderSetup) });

/** `received`: the headers of the test event as the consumer got them, as text lines; without it the desk looks itself. */
export const HeaderCheckRequest = Closed({
  eventType: Type.Optional(Type.String()),
  received: Type.Optional(Type.String({ maxLength: 100_000 })),
  /** Remote targets: make the event by creating and deleting a company. Needs `confirm`. */
  trigger: Type.Optional(Type.Boolean()),
  /** From the list of calls that an unconfirmed request was answered with. */
  confirm: Type.Optional(Type.String({ pattern: '^[0-9a-f]{64}$' })),
});
export type HeaderCheckRequest = Static<typeof HeaderCheckRequest>;

/** Of a remote target: what the consumer of each endpoint received. The local service is looked at by test events. */
export const CutoverHeadersRequest = Closed(
  {
    received: Type.Optional(
      Type.Array(Closed({ webhookId: Uuid, received: Type.String({ maxLength: 100_000 }) }), {
        maxItems: 50,
      }),
    ),
  },
  { title: 'CutoverHeadersRequest' },
);
export type CutoverHeadersRequest = Static<typeof CutoverHeadersRequest>;

/** The headers of all endpoints of a cutover, beside those of its plan. */
export const CutoverHeaderChecks = Closed(
  {
    results: Type.Array(
      Closed({
        webhookId: Uuid,
        url: Type.String({ description: 'Without its query.' }),
        check: Type.Optional(HeaderCheckResult),
        problem: Type.Optional(Type.String({ description: 'Why it could not be checked.' })),
      }),
    ),
    passed: Type.Boolean({ description: 'All were checked, and passed.' }),
  },
  { title: 'CutoverHeaderChecks' },
);
export type CutoverHeaderChecks = Static<typeof CutoverHeaderChecks>;
