import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';

/** Tests of an integrator's endpoint, before and after the cutover. Source: `docs/reference/rules/doctor.md`. */

export const doctorChecks = [
  'dns',
  'tcp',
  'tls',
  'redirect',
  'answers-2xx',
  'answers-in-time',
  'large-payload',
  'unknown-event-type',
  'out-of-order',
  'duplicate-id',
  'bad-signature',
  'wrong-secret',
  'tampered-body',
  'stale-timestamp',
  'future-timestamp',
  'missing-signature',
  'rotation',
  'auth-required',
  'client-id',
  'connection-reuse',
  'load',
] as const;
export type DoctorCheckId = (typeof doctorChecks)[number];

export const doctorOutcomes = ['pass', 'fail', 'undetermined', 'not-applicable'] as const;
export type DoctorOutcome = (typeof doctorOutcomes)[number];

export const DoctorCheck = Closed({
  id: OneOf(doctorChecks),
  outcome: OneOf(doctorOutcomes),
  title: Type.String(),
  evidence: Type.Array(Type.String(), {
    maxItems: 50,
    description: 'What was sent and seen; values of secrets masked.',
  }),
  fix: Type.Optional(Type.String({ description: 'Of one that failed: the usual cause, and what to do.' })),
  sample: Type.Optional(Type.String({ description: 'The topic of a code sample for the fix.' })),
});
export type DoctorCheck = Static<typeof DoctorCheck>;

export const DoctorResult = Closed(
  {
    url: Type.String(),
    at: UtcDate,
    requests: Type.Integer({ minimum: 0, description: 'Sent.' }),
    checks: Type.Array(DoctorCheck),
    verdict: OneOf('pass', 'fail', 'undetermined'),
  },
  { title: 'DoctorResult' },
);
export type DoctorResult = Static<typeof DoctorResult>;

const HeaderPair = Closed({
  name: Type.String({ minLength: 1, maxLength: 200 }),
  value: Type.String({ minLength: 1, maxLength: 4096 }),
});

/** Of a URL with a secret and headers as given; or of an endpoint, whose own are used where they can be read. */
export const DoctorRequest = Closed(
  {
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
    webhookId: Type.Optional(Uuid),
    caseId: Type.Optional(Uuid),
    secret: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    headers: Type.Optional(Type.Array(HeaderPair, { maxItems: 20 })),
    load: Type.Optional(Type.Boolean()),
    confirm: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        description: 'From the answer to `plan`; needed unless the host is loopback.',
      }),
    ),
  },
  { title: 'DoctorRequest' },
);
export type DoctorRequest = Static<typeof DoctorRequest>;

/** What a run will send, before it sends anything. */
export const DoctorPlan = Closed(
  {
    url: Type.String(),
    host: Type.String(),
    loopback: Type.Boolean(),
    requests: Type.Integer({ minimum: 0 }),
    secret: OneOf('given', 'endpoint', 'none'),
    headers: Type.Array(Type.String(), { description: 'Names of configured headers.' }),
    confirm: Type.String(),
  },
  { title: 'DoctorPlan' },
);
export type DoctorPlan = Static<typeof DoctorPlan>;

/** A check with another outcome than before. */
const DoctorChange = Closed({
  id: OneOf(doctorChecks),
  from: OneOf(doctorOutcomes),
  to: OneOf(doctorOutcomes),
});
export type DoctorChange = Static<typeof DoctorChange>;

export const DoctorRun = Closed({
  seq: Type.Integer({ description: 'Its entry in the audit chain.' }),
  at: UtcDate,
  actor: Type.String(),
  webhookId: Type.Optional(Uuid),
  result: DoctorResult,
  changes: Type.Optional(
    Type.Array(DoctorChange, { description: 'Since the run before of the same URL; omitted for the first.' }),
  ),
});
export type DoctorRun = Static<typeof DoctorRun>;
/** Of a case, newest first. */
export const DoctorRuns = Closed({ results: Type.Array(DoctorRun) });
export type DoctorRuns = Static<typeof DoctorRuns>;
