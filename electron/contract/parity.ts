import { type Static, Type } from 'typebox';
import { Closed, MapOf, OneOf, UtcDate } from './common.ts';

/**
 * Whether the legacy mechanism and the new one told an integrator of the same occurrences. Source:
 * `docs/reference/rules/cutover.md#parity`.
 */

/** One webhook as a consumer received it, of either mechanism: the legacy body has an `AlertId`, the new one a `webhook-id`. */
export const RecordedRequest = Type.Object(
  {
    at: UtcDate,
    url: Type.String({ maxLength: 4096 }),
    headers: MapOf(Type.String()),
    body: Type.Union([Type.String(), Type.Record(Type.String(), Type.Unknown())]),
    statusCode: Type.Optional(Type.Integer({ minimum: 100, maximum: 599 })),
  },
  { title: 'RecordedRequest' },
);
export type RecordedRequest = Static<typeof RecordedRequest>;

export const parityVerdicts = ['holds', 'fails', 'unknown'] as const;
export type ParityVerdict = (typeof parityVerdicts)[number];

const count = Type.Integer({ minimum: 0 });

/** Values of secrets are masked. */
export const ParityDifference = Closed({
  property: Type.String({ description: 'As the legacy mechanism names it; `header:` before a header.' }),
  kind: OneOf('expected', 'unexplained'),
  count,
  example: Closed({ legacy: Type.Optional(Type.String()), new: Type.Optional(Type.String()) }),
  mapping: Type.Optional(Type.String({ description: 'Of an expected one: the line of the mapping.' })),
});
export type ParityDifference = Static<typeof ParityDifference>;

export const parityFaults = [
  'missing-occurrence',
  'unexpected-occurrence',
  'sent-twice',
  'wrong-company',
  'wrong-url',
  'missing-event-type',
  'missing-header',
  'different-header',
  'missing-property',
  'different-value',
  'changed-id',
  'unsigned',
  'unreadable',
  'late',
  'still-fires',
] as const;
export type ParityFault = (typeof parityFaults)[number];

/** What makes parity fail, by name. */
export const ParityFinding = Closed({
  id: OneOf(parityFaults),
  what: Type.String({ description: 'One sentence.' }),
  count,
  eventType: Type.Optional(Type.String()),
  ruleType: Type.Optional(Type.String()),
  companyId: Type.Optional(Type.String()),
  url: Type.Optional(Type.String({ description: 'Without its query.' })),
});
export type ParityFinding = Static<typeof ParityFinding>;

export const ParityReport = Closed(
  {
    verdict: OneOf(parityVerdicts),
    why: Type.Array(Type.String(), { description: 'Of a verdict that is unknown: what was not seen.' }),
    occurrences: Closed({ both: count, legacyOnly: count, newOnly: count, twice: count }),
    /** Sent by the new mechanism alone because a rule's condition is lost: explained. */
    conditionLost: count,
    /** By how many ms the new mechanism was later; negative: earlier. Omitted where times can't be compared. */
    late: Type.Optional(Closed({ p50Ms: Type.Number(), p99Ms: Type.Number() })),
    differences: Type.Array(ParityDifference, { maxItems: 500 }),
    findings: Type.Array(ParityFinding, { maxItems: 500 }),
    /** Occurrences by rule type and company kind. */
    matrix: Type.Array(
      Closed({
        ruleType: Type.String(),
        company: OneOf('all', 'own-rule', 'none'),
        both: count,
        legacyOnly: count,
        newOnly: count,
        twice: count,
      }),
      { maxItems: 100 },
    ),
    requests: Closed({ legacy: count, new: count, unreadable: count }),
    from: Type.Optional(UtcDate),
    to: Type.Optional(UtcDate),
  },
  { title: 'ParityReport' },
);
export type ParityReport = Static<typeof ParityReport>;

export const ParityRequest = Closed(
  {
    recordings: Type.Optional(
      Type.Array(
        Closed({
          path: Type.String({
            minLength: 1,
            maxLength: 4096,
            description: 'Absolute, on the machine of the desk: HAR or JSON lines.',
          }),
        }),
        { minItems: 1, maxItems: 20 },
      ),
    ),
    receiver: Type.Optional(Type.Boolean({ description: 'true: what the built-in receiver captured.' })),
    /** Pairs this far apart are the same occurrence; 5 minutes if left out. */
    withinMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400_000 })),
  },
  { title: 'ParityRequest' },
);
export type ParityRequest = Static<typeof ParityRequest>;
