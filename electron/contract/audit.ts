import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid, VisibleName } from './common.ts';
import { CaPem } from './target.ts';

/** The audit stream: what the desk records leaves by HTTPS. Source: `docs/reference/rules/audit.md`. */

export const auditLimits = {
  streams: 5,
  /** Of one request. */
  events: 200,
  /** Of one request, unless a single event has more, bytes. */
  bytes: 524_288,
  /** A larger content is left out of its event, bytes. */
  contentBytes: 131_072,
  /** Longer words are cut, characters. */
  words: 8000,
} as const;

/**
 * Where events go: lines of JSON signed as webhooks are, or OpenTelemetry's logs. `notifications`: of what people are
 * notified alone, a webhook each.
 */
export const auditFormats = ['ndjson', 'otlp', 'notifications'] as const;
export type AuditFormat = (typeof auditFormats)[number];

/** How much of an entry leaves: who did what kind of thing when; the sentence about it, too; or all that it holds. */
export const auditDetails = ['facts', 'words', 'contents'] as const;
export type AuditDetail = (typeof auditDetails)[number];

/** The kind of an event that tells of no entry. */
export const auditTestKind = 'audit.test';

const Hex64 = Type.String({ pattern: '^[0-9a-f]{64}$' });

/** One entry of the journal or of a case's audit chain, as it leaves the desk. */
export const AuditEvent = Closed(
  {
    version: Type.Literal(1),
    id: Type.String({
      description:
        'The chain, the number of the entry in it, and the beginning of its digest. The same entry always has the same id: drop what you have.',
    }),
    at: Type.Unsafe<string>({ ...UtcDate, description: 'When the entry was made.' }),
    recorded: Type.Unsafe<string>({
      ...UtcDate,
      description: 'When this desk recorded it: later than `at` for entries of an imported case.',
    }),
    desk: Closed({
      id: Type.Unsafe<string>({ ...Hex64, description: "The digest of the journal's first entry." }),
      version: Type.String({ description: 'Of Carryover.' }),
    }),
    chain: Type.String({ description: '"desk journal", or the id of a case. Of a test event: "test".' }),
    seq: Type.Integer({ minimum: 0, description: 'The number of the entry in its chain, from 1 on.' }),
    digest: Type.Unsafe<string>({ ...Hex64, description: "The chain's digest at this entry." }),
    before: Type.String({ description: "The chain's digest before it. Empty for the first entry." }),
    kind: Type.String({ description: 'Such as case.opened.' }),
    actor: Type.String({ description: 'Who did it.' }),
    words: Type.Optional(Type.String({ description: 'What was done, as a sentence.' })),
    case: Type.Optional(
      Closed({
        id: Uuid,
        name: Type.Optional(Type.String({ description: 'As it is now. Omitted: the case is gone.' })),
      }),
    ),
    signer: Type.Optional(
      Closed({
        publicKey: Type.String({ description: 'Ed25519, base64.' }),
        fingerprint: Type.Unsafe<string>({ ...Hex64, description: 'SHA-256 of the public key.' }),
      }),
    ),
    signature: Type.Optional(Type.String({ description: "Over the entry's header, base64." })),
    commitment: Type.Optional(
      Type.Unsafe<string>({ ...Hex64, description: 'HMAC-SHA256 of the content under the salt.' }),
    ),
    content: Type.Optional(Type.Unknown({ description: 'Only with the detail "contents".' })),
    salt: Type.Optional(Type.Unsafe<string>({ ...Hex64, description: 'With the content.' })),
    contentBytes: Type.Optional(
      Type.Integer({ description: 'The content was left out, as it has so many bytes.' }),
    ),
    erased: Type.Optional(Type.Boolean({ description: 'Its content was erased before it left.' })),
    problem: Type.Optional(
      Type.String({ description: 'The entry is not what was signed. Neither words nor content leave.' }),
    ),
    missing: Type.Optional(
      Type.Array(
        Closed({
          caseId: Uuid,
          from: Type.Integer({ minimum: 1 }),
          to: Type.Integer({ minimum: 1 }),
          why: OneOf('deleted', 'replaced'),
        }),
        {
          description:
            'Entries that this entry of the journal tells of, and that were gone before they could leave: the case was deleted, or its chain replaced, such as by a restored backup.',
        },
      ),
    ),
  },
  { title: 'AuditEvent' },
);
export type AuditEvent = Static<typeof AuditEvent>;

const Url = Type.String({ minLength: 1, maxLength: 2048 });
const Headers = Type.Array(
  Closed({
    name: Type.String({ minLength: 1, maxLength: 200 }),
    value: Type.String({
      maxLength: 4096,
      description: 'In clear text. It is sealed at once and never shown again.',
    }),
  }),
  { maxItems: 20, description: 'Sent with each request, such as Authorization.' },
);
const Detail = Type.Unsafe<AuditDetail>({
  ...OneOf(auditDetails),
  description: 'facts: no words. words: the default. contents: all that an entry holds.',
});

export const AuditStreamRequest = Closed(
  {
    name: VisibleName,
    url: Url,
    format: OneOf(auditFormats),
    detail: Type.Optional(Detail),
    from: Type.Optional(
      Type.Unsafe<'now' | 'beginning'>({
        ...OneOf('now', 'beginning'),
        description: 'now is the default. beginning sends what the desk has recorded so far, too.',
      }),
    ),
    headers: Type.Optional(Headers),
    caPem: Type.Optional(CaPem),
  },
  { title: 'AuditStreamRequest' },
);
export type AuditStreamRequest = Static<typeof AuditStreamRequest>;

/** null takes the value away. Another host needs its headers again. */
export const AuditStreamPatch = Type.Object(
  {
    name: Type.Optional(VisibleName),
    url: Type.Optional(Url),
    detail: Type.Optional(Detail),
    headers: Type.Optional(Headers),
    caPem: Type.Optional(Type.Union([CaPem, Type.Null()])),
    paused: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1, additionalProperties: false, title: 'AuditStreamPatch' },
);
export type AuditStreamPatch = Static<typeof AuditStreamPatch>;

export const auditStates = ['current', 'behind', 'failing', 'paused', 'ending', 'lost'] as const;
export type AuditState = (typeof auditStates)[number];

/** Never holds a secret. */
export const AuditStream = Closed(
  {
    id: Uuid,
    name: Type.String(),
    url: Type.String(),
    format: OneOf(auditFormats),
    detail: OneOf(auditDetails),
    headers: Type.Array(Closed({ name: Type.String(), value: Type.String({ description: 'Masked.' }) })),
    hasCa: Type.Boolean(),
    created: UtcDate,
    from: OneOf('now', 'beginning'),
    state: Type.Unsafe<AuditState>({
      ...OneOf(auditStates),
      description:
        'current: nothing waits. ending: it is being removed, and its last event is sent. lost: its settings are gone or were changed outside Carryover; nothing is sent.',
    }),
    behind: Type.Optional(
      Closed({
        changes: Type.Integer({ description: 'Entries of the journal that were not delivered yet.' }),
        since: Type.Unsafe<string>({ ...UtcDate, description: 'When the oldest of them was recorded.' }),
      }),
    ),
    failing: Type.Optional(
      Closed({
        since: UtcDate,
        attempts: Type.Integer(),
        problem: Type.String({ description: 'The last response, or why there was none.' }),
        next: Type.Unsafe<string>({ ...UtcDate, description: 'When it is tried again.' }),
      }),
    ),
    delivered: Type.Optional(
      Closed({
        at: UtcDate,
        events: Type.Integer({ description: 'All that were delivered so far, repeated ones too.' }),
      }),
    ),
    rejected: Type.Optional(
      Closed({
        events: Type.Integer({
          description: 'Events that the destination took and dropped, as its responses said.',
        }),
        at: UtcDate,
        problem: Type.String(),
      }),
    ),
    /** Of NDJSON: until when the former secret signs too. */
    formerSecretUntil: Type.Optional(UtcDate),
  },
  { title: 'AuditStream' },
);
export type AuditStream = Static<typeof AuditStream>;

export const AuditStreamList = Closed({ results: Type.Array(AuditStream) });

const ShownOnce = Type.String({ description: 'whsec_…, shown this once.' });

export const AuditStreamAdded = Closed(
  {
    stream: AuditStream,
    secret: Type.Optional(
      Type.Unsafe<string>({ ...ShownOnce, description: 'Of what is signed: whsec_…, shown this once.' }),
    ),
  },
  { title: 'AuditStreamAdded' },
);
export type AuditStreamAdded = Static<typeof AuditStreamAdded>;

export const AuditSecret = Closed({ secret: ShownOnce, formerUntil: UtcDate });
export type AuditSecret = Static<typeof AuditSecret>;

/** What a destination made of a test event. */
export const AuditTest = Closed(
  {
    delivered: Type.Boolean(),
    status: Type.Optional(Type.Integer({ description: 'Omitted: no response.' })),
    problem: Type.Optional(Type.String()),
    durationMs: Type.Integer(),
    event: AuditEvent,
  },
  { title: 'AuditTest' },
);
export type AuditTest = Static<typeof AuditTest>;

export const AuditRemoval = Closed(
  {
    lastEvent: Type.Unsafe<'delivered' | 'not delivered'>({
      ...OneOf('delivered', 'not delivered'),
      description: 'Whether the event of the removal left before the stream ended.',
    }),
    left: Type.Integer({ description: 'Entries of the journal that were not delivered.' }),
    problem: Type.Optional(Type.String()),
  },
  { title: 'AuditRemoval' },
);
export type AuditRemoval = Static<typeof AuditRemoval>;

export const AuditExportQuery = Type.Object({
  from: Type.Optional(
    Type.Unsafe<string>({ ...UtcDate, description: 'Recorded then or later. Omitted: from the beginning.' }),
  ),
  to: Type.Optional(Type.Unsafe<string>({ ...UtcDate, description: 'Recorded before then.' })),
  detail: Type.Optional(Detail),
});
export type AuditExportQuery = Static<typeof AuditExportQuery>;
