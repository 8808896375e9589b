import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';
import { PersonName, Scope } from './people.ts';
import { TargetId } from './target.ts';

/**
 * What needs a second person: the approver sees the frozen plan with its digest, and signs that. Source:
 * `docs/reference/rules/approvals.md`.
 */

/** What a policy can ask for: calls that change something on a target, and requirements that are overridden. */
export const approvalReasons = ['writes', 'overrides'] as const;
export type ApprovalReason = (typeof approvalReasons)[number];

/** Every operation that a policy can ask a second person for, and why. */
export const approvalKinds = {
  'cutover.apply': 'writes',
  'cutover.rollback': 'writes',
  'tokens.run': 'writes',
  'tokens.resume': 'writes',
  'tokens.undo': 'writes',
  'tokens.duplicates': 'writes',
  'headers.check': 'writes',
  'eligibility.override': 'overrides',
  'runbook.override': 'overrides',
  'runbook.windowOverride': 'overrides',
  'case.move': 'overrides',
} as const satisfies Record<string, ApprovalReason>;
export type ApprovalKind = keyof typeof approvalKinds;
const kinds = Object.keys(approvalKinds) as ApprovalKind[];

/** Such as "Carry out the cutover". */
export const approvalKindLabels: Readonly<Record<ApprovalKind, string>> = {
  'cutover.apply': 'Carry out the cutover',
  'cutover.rollback': 'Roll the cutover back',
  'tokens.run': 'Run the token migration',
  'tokens.resume': 'Resume the token migration',
  'tokens.undo': 'Undo the token migration',
  'tokens.duplicates': 'Remove duplicates',
  'headers.check': 'Check headers with a temporary company',
  'eligibility.override': 'Override the result of a check',
  'runbook.override': 'Override the requirement of a step',
  'runbook.windowOverride': 'Override the migration window',
  'case.move': 'Move the case with its overrides',
};

/** From the request of an approval to the decision, ms. */
export const approvalWaitsMs = 7 * 24 * 3_600_000;

const Digest = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex.' });
const Line = Type.String({ maxLength: 4000 });

/** Lines of a list that are in the plan itself; of a longer one the rest stands in its digest. */
export const plannedLines = 1000;

/**
 * What is to be done, without secrets: the operation, where, and of what. Its digest is the SHA-256 of its canonical JSON
 * (RFC 8785).
 */
export const ApprovalPlan = Closed(
  {
    kind: OneOf(kinds),
    caseId: Uuid,
    /** What it is done to, such as a step: a plan replaces another one of the same kind and subject. */
    subject: Line,
    target: Closed({
      id: TargetId,
      name: Type.String(),
      baseUrl: Type.Optional(Type.String({ description: 'Omitted for the local service.' })),
    }),
    facts: Type.Array(Closed({ label: Line, value: Line }), { maxItems: 100 }),
    lists: Type.Array(
      Closed({
        label: Line,
        count: Type.Integer({ minimum: 0 }),
        lines: Type.Array(Line, { maxItems: plannedLines }),
        digest: Type.Optional(
          Type.Unsafe<string>({
            ...Digest,
            description: 'Of a list that is longer: of all lines, each ended by a line feed.',
          }),
        ),
      }),
      { maxItems: 20 },
    ),
  },
  { title: 'ApprovalPlan' },
);
export type ApprovalPlan = Static<typeof ApprovalPlan>;

const PublicKeyText = Type.String({
  pattern: '^[A-Za-z0-9+/]{43}=$',
  description: 'Ed25519, 32 bytes in base64.',
});
const SignatureText = Type.String({ pattern: '^[A-Za-z0-9+/]{86}==$', description: '64 bytes in base64.' });
const Reason = Type.String({ minLength: 1, maxLength: 4000 });

export const approvalContents = {
  requested: Closed({
    approvalId: Uuid,
    plan: ApprovalPlan,
    digest: Digest,
    requesterId: Uuid,
    /** Requests of other plans for the same, which can't be used any more. */
    replaces: Type.Array(Uuid),
  }),
  given: Closed({
    approvalId: Uuid,
    digest: Digest,
    approverId: Uuid,
    /** When the approver signed, as the statement says. */
    signedAt: UtcDate,
    publicKey: PublicKeyText,
    signature: SignatureText,
    expires: UtcDate,
  }),
  refused: Closed({ approvalId: Uuid, reason: Reason }),
  withdrawn: Closed({ approvalId: Uuid, reason: Type.Optional(Reason) }),
  /** It is carried out from here on: once. */
  used: Closed({ approvalId: Uuid, digest: Digest }),
} as const;
export type ApprovalContent<K extends keyof typeof approvalContents> = Static<(typeof approvalContents)[K]>;

/** What an approver signs, as canonical JSON (RFC 8785), in the domain `approval`. */
export interface ApprovalStatement {
  readonly approvalId: string;
  /** UTC, ISO 8601. */
  readonly at: string;
  readonly caseId: string;
  readonly digest: string;
  readonly kind: string;
  readonly requesterId: string;
}

/** What a key signs as it is added, so that nobody adds the key of another. */
export interface KeyStatement {
  readonly personId: string;
  readonly publicKey: string;
}

/** `expired`: it was given, and not used in time; or not decided about in time. */
export const approvalStates = [
  'waiting',
  'approved',
  'refused',
  'withdrawn',
  'replaced',
  'used',
  'expired',
] as const;
export type ApprovalState = (typeof approvalStates)[number];

const Who = Closed({ at: UtcDate, by: Type.String() });

export const ApprovalSummary = Closed(
  {
    id: Uuid,
    caseId: Uuid,
    caseName: Type.String(),
    kind: OneOf(kinds),
    target: ApprovalPlan.properties.target,
    digest: Digest,
    state: OneOf(approvalStates),
    requested: Who,
    requesterId: Uuid,
    given: Type.Optional(
      Closed({ ...Who.properties, expires: UtcDate, publicKey: PublicKeyText, signature: SignatureText }),
    ),
    refused: Type.Optional(Closed({ ...Who.properties, reason: Type.String() })),
    withdrawn: Type.Optional(Closed({ ...Who.properties, reason: Type.Optional(Type.String()) })),
    used: Type.Optional(Closed({ ...Who.properties, seq: Type.Integer() })),
    expires: Type.Optional(Type.Unsafe<string>({ ...UtcDate, description: 'Of one that is waiting.' })),
    /** What the caller may do with it. */
    may: Closed({ decide: Type.Boolean(), withdraw: Type.Boolean() }),
    invalid: Type.Optional(
      Type.String({ description: 'Of an approved one: why it does not count, as a sentence.' }),
    ),
  },
  { title: 'ApprovalSummary' },
);
export type ApprovalSummary = Static<typeof ApprovalSummary>;

export const Approval = Closed(
  {
    ...ApprovalSummary.properties,
    plan: ApprovalPlan,
    /** What is different from the plan that it replaces. */
    differs: Type.Optional(Type.Array(Type.String())),
  },
  { title: 'Approval' },
);
export type Approval = Static<typeof Approval>;

export const ApprovalList = Closed({ results: Type.Array(ApprovalSummary) }, { title: 'ApprovalList' });
export type ApprovalList = Static<typeof ApprovalList>;

export const ApproveRequest = Closed({
  digest: Digest,
  signedAt: UtcDate,
  publicKey: PublicKeyText,
  signature: SignatureText,
});
export type ApproveRequest = Static<typeof ApproveRequest>;
export const RefuseRequest = Closed({ reason: Reason });
export const WithdrawRequest = Closed({ reason: Type.Optional(Reason) });

/** A key that a person signs approvals with. */
export const ApprovalKey = Closed(
  {
    id: Uuid,
    publicKey: PublicKeyText,
    name: PersonName,
    added: UtcDate,
    removed: Type.Optional(UtcDate),
  },
  { title: 'ApprovalKey' },
);
export type ApprovalKey = Static<typeof ApprovalKey>;
export const ApprovalKeyList = Closed({ results: Type.Array(ApprovalKey) }, { title: 'ApprovalKeyList' });
export type ApprovalKeyList = Static<typeof ApprovalKeyList>;
export const ApprovalKeyRequest = Closed({
  publicKey: PublicKeyText,
  name: PersonName,
  proof: Type.Unsafe<string>({
    ...SignatureText,
    description: 'By the key itself, over the statement {personId, publicKey}.',
  }),
});
export type ApprovalKeyRequest = Static<typeof ApprovalKeyRequest>;

/** What an operation that needs a second person responds with. */
export const AskedApproval = Closed({ id: Uuid, caseId: Uuid, digest: Digest, kind: OneOf(kinds) });
export type AskedApproval = Static<typeof AskedApproval>;

/** Where a policy counts: `desk` or `target:ID`. */
const PolicyScope = Type.Unsafe<string>({
  ...Scope,
  pattern: '^(desk|target:[0-9a-z-]{1,64})$',
  description: '`desk` or `target:ID`.',
});
export const Policy = Closed(
  {
    scope: PolicyScope,
    writes: Type.Boolean({ description: 'What changes something on a target needs a second person.' }),
    overrides: Type.Boolean({ description: 'What overrides a requirement needs a second person.' }),
  },
  { title: 'Policy' },
);
export type Policy = Static<typeof Policy>;
export const PolicyList = Closed({ results: Type.Array(Policy) }, { title: 'PolicyList' });
export type PolicyList = Static<typeof PolicyList>;
