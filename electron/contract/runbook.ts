import { type Static, Type } from 'typebox';
import { Closed, Keyed, MapOf, OneOf, UtcDate, Uuid, VisibleName } from './common.ts';
import { PartyName } from './eligibility.ts';
import { GivenBy } from './given-by.ts';
import { CredentialField } from './integration.ts';
import { OutsideSignature, SignatureFile } from './outside-signature.ts';
import { DecisionCounts, decisionContents } from './runbook-decisions.ts';
import { agreeingParties, runbookSteps } from './runbook-labels.ts';
import { TargetId } from './target.ts';
import { MigrationRef, PlatformKey } from './token-rows.ts';

/** The managed migration: six steps, whose requirements can only be overridden. Source: `docs/reference/rules/managed-migration.md#steps`. */

export {
  type AgreeingParty,
  agreeingParties,
  bothParties,
  type RunbookStep,
  runbookStepLabels,
  runbookSteps,
} from './runbook-labels.ts';
export const RunbookStepName = OneOf(runbookSteps);

const Text = Type.String({ minLength: 1, maxLength: 4000, pattern: '\\S' });
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex.' });

const evidence = {
  attachmentId: Type.Optional(Uuid),
  quote: Type.Optional(Type.String({ ...Text, description: 'Quoted message.' })),
};
/** An agreement or sign-off, with an attachment or the quoted message as evidence. */
export const Agreement = Closed({
  party: OneOf(agreeingParties),
  name: VisibleName,
  at: UtcDate,
  ...evidence,
});
export type Agreement = Static<typeof Agreement>;
/** `acceptOpen`: some companies were not migrated. Only in chains from before each was accepted or excluded by name. */
export const SignOff = Closed({
  ...Agreement.properties,
  acceptOpen: Type.Optional(Type.Boolean()),
  /** Of an attachment that was made outside; absent from before it was checked. */
  signature: Type.Optional(OutsideSignature),
});
export type SignOff = Static<typeof SignOff>;
const saidAt = (when: string) =>
  Type.Optional(Type.String({ maxLength: 40, description: `${when}, ISO 8601 (default: now).` }));
const agreementRequest = {
  party: OneOf(agreeingParties),
  name: VisibleName,
  at: saidAt('Time of the agreement'),
  ...evidence,
};

/** A field of the form of step 1: like a credential field of the catalogue. */
export const DetailField = CredentialField;
export type DetailField = CredentialField;
const Fields = Type.Array(DetailField, { maxItems: 60 });

/** What the chain keeps of a detail: a secret one masked. */
export const DetailOnRecord = Closed({
  name: Type.String({ maxLength: 100 }),
  value: Type.Optional(Type.String({ maxLength: 4000 })),
  masked: Type.Optional(Type.String({ maxLength: 4000 })),
  fingerprint: Type.Optional(Type.String({ description: 'Keyed digest, hex; equal for equal values.' })),
});
export type DetailOnRecord = Static<typeof DetailOnRecord>;

export const Estimate = Closed({
  companies: Type.Integer({ minimum: 0 }),
  byPlatform: MapOf(Type.Integer({ minimum: 0 })),
  likelyMs: Type.Integer({ minimum: 0 }),
  worstMs: Type.Integer({ minimum: 0 }),
  how: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 60, description: 'Basis of the estimate.' }),
  /** The rehearsal it is based on. */
  rehearsal: Type.Optional(Uuid),
});
export type Estimate = Static<typeof Estimate>;

const Zone = Type.String({
  minLength: 1,
  maxLength: 60,
  description: 'IANA time zone, such as Europe/Berlin.',
});
export const Window = Closed({
  id: Uuid,
  start: UtcDate,
  end: UtcDate,
  /** In which it was given. */
  zone: Zone,
  /** Of the other party. */
  otherZone: Type.Optional(Zone),
});
export type Window = Static<typeof Window>;

/** A registered URL that resembles the callback URL, with the differences. */
export const NearMiss = Closed({
  url: Type.String({ maxLength: 300 }),
  differences: Type.Array(Type.String({ maxLength: 700 }), { minItems: 1, maxItems: 20 }),
});
export type NearMiss = Static<typeof NearMiss>;
export const CallbackCheck = Closed({
  targetId: TargetId,
  callbackUrl: Type.String({ maxLength: 2048 }),
  found: Type.Boolean(),
  urls: Type.Integer({ minimum: 0, description: 'Number of URLs in the list.' }),
  /** The nearest first. */
  near: Type.Array(NearMiss, { maxItems: 20 }),
});
export type CallbackCheck = Static<typeof CallbackCheck>;

/** The most refs in one entry of the chain. */
export const refsOfEntry = 1000;
/** In a form that the integrator filled in. */
const given = Type.Optional(GivenBy);
const RefsOfEntry = Type.Array(MigrationRef, { minItems: 1, maxItems: refsOfEntry });

/** The companies when an entry was made, and how many of them lacked confirmation after it. */
export const KnownCompanies = Closed({
  companies: Type.Integer({ minimum: 0 }),
  open: Type.Integer({ minimum: 0 }),
});
export type KnownCompanies = Static<typeof KnownCompanies>;

/** What the chain keeps, by kind of entry. */
export const runbookContents = {
  opened: Closed({
    platformKey: PlatformKey,
    platformName: Type.String({ minLength: 1, maxLength: 200 }),
    /** The form, as the catalogue had it. */
    fields: Fields,
    /** The credentials of each company. */
    companyFields: Fields,
  }),
  detailsSupplied: Closed({
    fields: Type.Array(DetailOnRecord, { maxItems: 60 }),
    removed: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 60 }),
    given,
  }),
  detailsRevealed: Closed({ names: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 60 }) }),
  estimated: Estimate,
  windowProposed: Closed({ ...Window.properties, given }),
  windowAgreed: Closed({ windowId: Uuid, agreement: Agreement, given }),
  /** Before the first call of a run that may run outside the window. `duplicates`: the removal of those it found. */
  windowOverridden: Closed({
    runId: Uuid,
    kind: OneOf('pilot', 'run', 'retry', 'undo', 'duplicates'),
    windowId: Uuid,
    reason: Text,
  }),
  callbackChecked: Closed({ ...CallbackCheck.properties, given }),
  syncingConfirmed: Closed({
    refs: RefsOfEntry,
    by: VisibleName,
    how: OneOf('hand', 'list'),
    list: Type.Optional(Closed({ name: Type.String({ minLength: 1, maxLength: 300 }), digest: Digest })),
    /** If not when it was recorded. */
    at: Type.Optional(UtcDate),
    known: Type.Optional(KnownCompanies),
    given,
    ...evidence,
  }),
  syncingRevoked: Closed({ refs: RefsOfEntry, reason: Text, known: Type.Optional(KnownCompanies) }),
  handedOver: Closed({
    /** The document. */
    attachmentId: Uuid,
    digest: Digest,
    /** Of the chain that it was made from. */
    chainDigest: Digest,
    done: Type.Integer(),
    failed: Type.Integer(),
    /** Neither done nor failed: invalid, held or undone. */
    notMigrated: Type.Optional(Type.Integer({ minimum: 0 })),
    /** Failures that were accepted, and companies excluded by name; absent in documents from before these were asked for. */
    accepted: Type.Optional(Type.Integer({ minimum: 0 })),
    excluded: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  signedOff: Closed({
    digest: Digest,
    agreement: Agreement,
    acceptOpen: Type.Optional(Type.Boolean()),
    signature: Type.Optional(OutsideSignature),
  }),
  overruled: Closed({ step: RunbookStepName, by: VisibleName, reason: Text }),
  stepRestored: Closed({ step: RunbookStepName }),
  ...decisionContents,
} as const;
export type RunbookContent<K extends keyof typeof runbookContents> = Static<(typeof runbookContents)[K]>;

export const runbookStepStates = ['open', 'done', 'overruled'] as const;
export type RunbookStepState = (typeof runbookStepStates)[number];

export const RunbookEvidence = Closed({
  text: Type.String(),
  at: Type.Optional(UtcDate),
  by: Type.Optional(Type.String()),
  attachmentId: Type.Optional(Uuid),
});
export type RunbookEvidence = Static<typeof RunbookEvidence>;

export const RunbookStepView = Closed({
  id: RunbookStepName,
  number: Type.Integer({ minimum: 1, maximum: 6 }),
  title: Type.String(),
  responsible: PartyName,
  doneWhen: Type.String(),
  state: OneOf(runbookStepStates),
  /** Since when it is in this state. */
  since: UtcDate,
  due: Type.Optional(UtcDate),
  doneBy: Type.Optional(Type.String()),
  doneAt: Type.Optional(UtcDate),
  evidence: Type.Array(RunbookEvidence),
  missing: Type.Array(Type.String(), { description: 'Open points of the requirement.' }),
  remarks: Type.Array(Type.String(), { description: 'Points to review that do not block.' }),
  overrule: Type.Optional(Closed({ by: Type.String(), reason: Type.String(), at: UtcDate })),
});
export type RunbookStepView = Static<typeof RunbookStepView>;

/** How a platform's connections can be migrated. Source: `docs/reference/rules/tokens.md#routes`. */
export const PlatformRoute = Closed(
  {
    platformKey: PlatformKey,
    name: Type.String(),
    selfService: Type.Boolean(),
    managed: Type.Boolean(),
    words: Type.String(),
    /** What to agree with the solutions engineer, where there is no standard process. */
    toAgree: Type.Array(Type.String()),
  },
  { title: 'PlatformRoute' },
);
export type PlatformRoute = Static<typeof PlatformRoute>;

/** A company of the migration, with the recorded state of its syncing in the old application. */
export const RunbookCompany = Closed({
  ref: MigrationRef,
  name: Type.String(),
  platformKey: PlatformKey,
  /** Absent: not confirmed. `at`: when it was confirmed, or recorded. */
  disabled: Type.Optional(Closed({ by: Type.String(), at: UtcDate, how: OneOf('hand', 'list') })),
});
export type RunbookCompany = Static<typeof RunbookCompany>;
export const RunbookCompanies = Keyed(RunbookCompany);
export const RunbookCompanyQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1000 })),
  cursor: Type.Optional(MigrationRef),
});
export type RunbookCompanyQuery = Static<typeof RunbookCompanyQuery>;

export const DetailView = Closed({
  ...DetailField.properties,
  state: OneOf('given', 'missing', 'invalid', 'left-out'),
  /** Masked if it is secret. */
  value: Type.Optional(Type.String()),
  /** false: given, but not stored here: the case was imported without its secrets, or their key is lost. */
  kept: Type.Optional(Type.Boolean()),
});
export type DetailView = Static<typeof DetailView>;

/** What another window makes void. */
export const WindowVoids = Closed({
  /** Who agreed, such as `Kim (integrator)`. */
  agreements: Type.Array(Type.String()),
  /** Titles of the steps that open again. */
  steps: Type.Array(Type.String()),
  /** Runs that pause before their next company, such as `run of 2026-03-28T22:00:00.000Z (paused)`. */
  runs: Type.Array(Type.String()),
  /** Sent with another window to confirm these consequences. */
  confirm: Type.String(),
});
export type WindowVoids = Static<typeof WindowVoids>;

export const WindowView = Closed({
  ...Window.properties,
  at: UtcDate,
  by: Type.String(),
  local: Type.Array(Closed({ zone: Type.String(), start: Type.String(), end: Type.String() })),
  agreements: Type.Array(Agreement),
  /** Absent while nobody agreed to it. */
  voids: Type.Optional(WindowVoids),
});
export type WindowView = Static<typeof WindowView>;

export const RunbookView = Closed(
  {
    caseId: Uuid,
    revision: Type.Integer(),
    platformKey: Type.Optional(PlatformKey),
    platformName: Type.Optional(Type.String()),
    /** None while the runbook is not opened. */
    steps: Type.Array(RunbookStepView),
    details: Type.Array(DetailView),
    companyFields: Fields,
    estimate: Type.Optional(Closed({ ...Estimate.properties, at: UtcDate, by: Type.String() })),
    window: Type.Optional(WindowView),
    callbackUrl: Type.Optional(Type.String({ description: 'Register exactly this URL with the platform.' })),
    callbackCheck: Type.Optional(Closed({ ...CallbackCheck.properties, at: UtcDate, by: Type.String() })),
    syncing: Closed({
      companies: Type.Integer(),
      confirmed: Type.Integer(),
      /** The first of the held ones. */
      heldBack: Type.Array(Type.String()),
      heldBackCount: Type.Integer(),
    }),
    /** Companies that are not migrated. */
    notMigrated: DecisionCounts,
    handover: Type.Optional(
      Closed({
        ...runbookContents.handedOver.properties,
        at: UtcDate,
        by: Type.String(),
        signOffs: Type.Array(SignOff),
        outdated: Type.Boolean({
          description: 'Something changed since, so it can no longer be signed off.',
        }),
      }),
    ),
    /** Of the platforms in the case. */
    routes: Type.Array(PlatformRoute),
  },
  { title: 'Runbook' },
);
export type RunbookView = Static<typeof RunbookView>;

const revision = Type.Optional(
  Type.Integer({
    minimum: 1,
    description: 'Revision that was read; a later change is a conflict.',
  }),
);

export const RunbookOpenRequest = Closed({ platformKey: PlatformKey }, { title: 'RunbookOpenRequest' });
export const DetailsRequest = Closed(
  {
    fields: MapOf(Type.Union([Type.String({ maxLength: 4000 }), Type.Null()]), {
      description: 'Values by field; null removes one. Other fields stay.',
    }),
    revision,
  },
  { title: 'RunbookDetailsRequest' },
);
export type DetailsRequest = Static<typeof DetailsRequest>;
export const RevealedDetails = Closed({ fields: MapOf(Type.String()) }, { title: 'RevealedDetails' });
export type RevealedDetails = Static<typeof RevealedDetails>;

export const EstimateRequest = Closed(
  {
    companies: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        description: 'Expected number of companies, before an import.',
      }),
    ),
  },
  { title: 'RunbookEstimateRequest' },
);
export type EstimateRequest = Static<typeof EstimateRequest>;

const LocalTime = Type.String({
  maxLength: 40,
  description: 'Local time in the zone, such as 2026-03-28T22:00; with an offset if ambiguous.',
});
export const WindowRequest = Closed(
  {
    zone: Zone,
    start: LocalTime,
    end: LocalTime,
    otherZone: Type.Optional(Zone),
    confirm: Type.Optional(
      Type.String({
        maxLength: 64,
        description: 'To replace an agreed window: `confirm` of its `voids`.',
      }),
    ),
    revision,
  },
  { title: 'RunbookWindowRequest' },
);
export type WindowRequest = Static<typeof WindowRequest>;
export const WindowAgreementRequest = Closed(
  { ...agreementRequest, windowId: Type.Optional(Uuid) },
  { title: 'RunbookWindowAgreement' },
);
export type WindowAgreementRequest = Static<typeof WindowAgreementRequest>;

export const CallbackRequest = Closed(
  {
    urls: Type.String({
      minLength: 1,
      maxLength: 500_000,
      description: 'URLs registered with the platform: one per line, a JSON array, or comma-separated.',
    }),
  },
  { title: 'RunbookCallbackRequest' },
);

export const SyncingRequest = Closed(
  {
    refs: Type.Optional(Type.Array(MigrationRef, { minItems: 1, maxItems: 10_000 })),
    list: Type.Optional(
      Closed({
        name: Type.String({ minLength: 1, maxLength: 300 }),
        content: Type.String({
          minLength: 1,
          description: 'Refs or names, one per line; or CSV with a ref or name column.',
        }),
      }),
    ),
    by: Type.String({ ...VisibleName, description: 'Who confirmed it.' }),
    at: saidAt('Time of the confirmation'),
    ...evidence,
  },
  { title: 'RunbookSyncingRequest' },
);
export type SyncingRequest = Static<typeof SyncingRequest>;
/** The most unknown entries that are listed; the rest is counted. */
export const listedUnknown = 100;
export const SyncingResult = Closed(
  {
    confirmed: Type.Integer(),
    already: Type.Integer(),
    unknown: Type.Array(Closed({ line: Type.Integer(), text: Type.String(), why: Type.String() })),
    unknownCount: Type.Integer(),
    runbook: RunbookView,
  },
  { title: 'RunbookSyncingResult' },
);
export type SyncingResult = Static<typeof SyncingResult>;
export const SyncingRevocation = Closed(
  { refs: Type.Array(MigrationRef, { minItems: 1, maxItems: 10_000 }), reason: Text },
  { title: 'RunbookSyncingRevocation' },
);
export type SyncingRevocation = Static<typeof SyncingRevocation>;

export const StepOverrideRequest = Closed(
  { reason: Text, by: Type.Optional(VisibleName), revision },
  { title: 'RunbookOverruleRequest' },
);
export type StepOverrideRequest = Static<typeof StepOverrideRequest>;
export const StepDueRequest = Closed({
  due: Type.Union([Type.String({ maxLength: 40 }), Type.Null()]),
  revision,
});
export type StepDueRequest = Static<typeof StepDueRequest>;
export const SignOffRequest = Closed(
  {
    ...agreementRequest,
    digest: Type.Optional(Digest),
    /** Made outside; instead of an attachment that is there already. */
    signature: Type.Optional(SignatureFile),
  },
  { title: 'RunbookSignOff' },
);
export type SignOffRequest = Static<typeof SignOffRequest>;
