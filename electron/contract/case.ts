import { type Static, Type } from 'typebox';
import { AllowListResult } from './allow-list.ts';
import { approvalContents } from './approvals.ts';
import { Closed, MapOf, OneOf, UtcDate, Uuid, VisibleName } from './common.ts';
import { CutoverPlan, comparisonSources, SoakObservation } from './cutover.ts';
import { DoctorResult } from './doctor.ts';
import {
  AnswerRequest,
  CoverageRequest,
  CoverageWithdrawal,
  CutoverCheck,
  DismissedMentions,
  EnteredText,
  Evidence,
  MigrationRequest,
  Observation,
  OverrideRequest,
  PartyName,
  PortalHeader,
  RequestStep,
  Row,
  SeenCalls,
  SeenFinding,
  seenLimit,
  Verdict,
} from './eligibility.ts';
import { exchangeContents } from './exchange.ts';
import { GivenBy } from './given-by.ts';
import { HeaderCheckResult } from './header-setup.ts';
import { mailContents } from './mail.ts';
import { ParityReport } from './parity.ts';
import { runbookContents } from './runbook.ts';
import { decisionContents } from './runbook-decisions.ts';
import { CutoverResult } from './sandbox.ts';
import { EntrySignature, Stretch } from './signature-states.ts';
import { TargetId } from './target.ts';
import { importFormats, SealedList } from './token-rows.ts';
import { Ledger, RunCounts, RunOptions, runKinds, Thresholds } from './token-runs.ts';
import { SampleCheck } from './token-samples.ts';

/** A case: one integrator's migration, as the fold of its audit chain. Source: `docs/architecture.md#a-migration`. */

export const caseParts = ['webhooks', 'tokens'] as const;
export const caseStates = ['open', 'closed', 'archived'] as const;
export type CaseStateName = (typeof caseStates)[number];

const Text = Type.String({ minLength: 1, maxLength: 20_000 });
const Parts = Type.Array(OneOf(caseParts), { minItems: 1, maxItems: 2, uniqueItems: true });
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256, hex.' });

export const Contact = Closed({
  id: Uuid,
  name: VisibleName,
  party: PartyName,
  role: Type.Optional(Type.String({ maxLength: 200 })),
  email: Type.Optional(Type.String({ format: 'email', maxLength: 320 })),
  phone: Type.Optional(Type.String({ maxLength: 100 })),
});
export type Contact = Static<typeof Contact>;

export const Note = Closed({
  id: Uuid,
  text: Text,
  by: Type.String(),
  at: UtcDate,
  changed: Type.Optional(UtcDate),
});
export type Note = Static<typeof Note>;

/** `secret`: holds secrets; it is sealed at rest and leaves the desk under a passphrase only. */
export const Attachment = Closed({
  id: Uuid,
  digest: Digest,
  name: Type.String({ minLength: 1, maxLength: 300 }),
  size: Type.Integer({ minimum: 0 }),
  secret: Type.Boolean(),
  note: Type.Optional(Type.String({ maxLength: 4000 })),
  by: Type.String(),
  at: UtcDate,
  erased: Type.Optional(Type.Boolean({ description: 'Its content was erased.' })),
});
export type Attachment = Static<typeof Attachment>;

export const stepStates = ['open', 'done', 'skipped'] as const;
export const Step = Closed({
  id: Type.String({ pattern: '^[a-z][a-z0-9-]{0,60}$' }),
  part: OneOf(caseParts),
  title: Type.String({ minLength: 1, maxLength: 300 }),
  responsible: PartyName,
  state: OneOf(stepStates),
  due: Type.Optional(UtcDate),
  note: Type.Optional(Type.String({ maxLength: 4000 })),
  by: Type.Optional(Type.String()),
  since: UtcDate,
  why: Type.Optional(
    Type.Array(Type.String(), { description: 'Of one that is open: what is missing, one sentence each.' }),
  ),
  reopened: Type.Optional(Type.Boolean({ description: 'It is open, and was done before.' })),
});
export type Step = Static<typeof Step>;

const entry = <K extends string, C extends ReturnType<typeof Closed>>(kind: K, content: C) =>
  Closed({ kind: Type.Literal(kind), content });

const Changes = Type.Object(
  {
    name: Type.Optional(VisibleName),
    integrator: Type.Optional(VisibleName),
    parts: Type.Optional(Parts),
    targetId: Type.Optional(TargetId),
    clientId: Type.Optional(Type.Union([Uuid, Type.Null()])),
    /** Who works on the case; null: nobody any more. */
    owner: Type.Optional(Type.Union([VisibleName, Type.Null()])),
  },
  { additionalProperties: false, minProperties: 1 },
);
const MaskedHeaders = Type.Array(
  Closed({
    name: Type.String(),
    masked: Type.String(),
    fingerprint: Type.String({
      description: 'Keyed, hex: tells whether two values are the same, and nothing else.',
    }),
  }),
);

const EndpointMark = Type.String({
  description: 'Keyed, hex: of all that the endpoint is, its headers too where they can be seen.',
});
const HeaderChange = Closed({
  targetId: TargetId,
  webhookId: Uuid,
  headers: MaskedHeaders,
  removed: Type.Array(Type.String()),
});

/** Every action there is. A new kind raises `caseFileVersion`. */
export const CaseAction = Type.Union([
  entry(
    'case.opened',
    Closed({
      name: VisibleName,
      integrator: VisibleName,
      parts: Parts,
      targetId: TargetId,
      clientId: Type.Optional(Uuid),
      steps: Type.Array(Type.Omit(Step, ['state', 'since', 'by', 'why', 'reopened'])),
    }),
  ),
  entry('case.changed', Closed({ changes: Changes })),
  entry('case.closed', Closed({ reason: Type.Optional(Text) })),
  entry('case.reopened', Closed({ reason: Type.Optional(Text) })),
  entry('case.archived', Closed({})),
  entry('contact.added', Closed({ contact: Contact })),
  entry('contact.changed', Closed({ contact: Contact })),
  entry('contact.removed', Closed({ id: Uuid })),
  entry('note.added', Closed({ id: Uuid, text: Text })),
  entry('note.changed', Closed({ id: Uuid, text: Text })),
  entry('note.removed', Closed({ id: Uuid })),
  entry('attachment.added', Closed({ attachment: Type.Omit(Attachment, ['by', 'at', 'erased']) })),
  entry('attachment.removed', Closed({ id: Uuid })),
  entry('step.added', Closed({ step: Type.Omit(Step, ['state', 'since', 'by', 'why', 'reopened']) })),
  entry(
    'step.changed',
    Closed({
      id: Step.properties.id,
      state: Type.Optional(OneOf(stepStates)),
      responsible: Type.Optional(PartyName),
      due: Type.Optional(Type.Union([UtcDate, Type.Null()])),
      note: Type.Optional(Type.String({ maxLength: 4000 })),
      /** Why facts moved it; absent where a person did, and in entries from before that. */
      reason: Type.Optional(Type.String({ maxLength: 2000 })),
    }),
  ),
  entry('evidence.added', Closed({ evidence: Evidence })),
  entry('evidence.removed', Closed({ evidenceId: Uuid, reason: Text })),
  entry('coverage.stated', Closed({ evidenceId: Uuid, ...CoverageRequest.properties })),
  entry('coverage.withdrawn', Closed({ evidenceId: Uuid, ...CoverageWithdrawal.properties })),
  entry(
    'observation.opened',
    Closed({
      id: Uuid,
      name: Type.String(),
      caller: Type.Optional(Type.String()),
      from: UtcDate,
      /** Which data folder's service is watched, keyed: an imported window is another's. */
      desk: Type.Optional(Type.String()),
      /** Where the request log stood. */
      lastRequestId: Type.Optional(Type.String()),
    }),
  ),
  entry(
    'observation.seen',
    Closed({
      id: Uuid,
      until: UtcDate,
      calls: Observation.properties.calls,
      otherCalls: Type.Integer(),
      lastRequestId: Type.Optional(Type.String()),
    }),
  ),
  entry('observation.resumed', Closed({ id: Uuid, at: UtcDate, unwatchedMs: Type.Integer({ minimum: 0 }) })),
  entry('observation.closed', Closed({ id: Uuid, to: UtcDate })),
  entry(
    'finding.dismissed',
    Closed({
      findingId: Type.String(),
      row: Row,
      reason: Text,
      /** The calls that it stood for: a dismissal does not cover more, nor later ones. */
      calls: Type.Optional(SeenCalls),
    }),
  ),
  entry('finding.restored', Closed({ findingId: Type.String() })),
  entry('mention.dismissed', DismissedMentions),
  entry('mention.restored', Closed({ ids: DismissedMentions.properties.ids })),
  entry('row.answered', Closed({ row: Row, ...AnswerRequest.properties })),
  entry(
    'row.overruled',
    Closed({
      row: Row,
      ...OverrideRequest.properties,
      /** The findings at that time: the override does not apply to others. */
      seen: Type.Optional(Type.Array(SeenFinding, { maxItems: seenLimit })),
    }),
  ),
  entry('row.restored', Closed({ row: Row, what: Type.Optional(OneOf('overrule', 'answers')) })),
  entry('verdict.reached', Closed({ verdict: Verdict })),
  entry('portalHeader.supplied', PortalHeader),
  entry('request.drafted', Closed({ document: MigrationRequest })),
  entry('request.sent', Closed({ ...RequestStep.properties })),
  entry('request.confirmed', Closed({ ...RequestStep.properties })),
  entry(
    'cutover.planned',
    Closed({ targetId: TargetId, digest: Digest, plan: CutoverPlan, by: Type.Optional(VisibleName) }),
  ),
  /** Which of two values of a header is carried over. It counts as long as these are the values. */
  entry(
    'cutover.conflictDecided',
    Closed({
      targetId: TargetId,
      header: Type.String(),
      use: OneOf('profile', 'portal'),
      by: VisibleName,
      marks: Type.Array(Type.String(), {
        description: 'Keyed, hex: of the values, that of the profile first.',
      }),
    }),
  ),
  /** Both mechanisms, compared by the plan. */
  entry(
    'cutover.compared',
    Closed({
      targetId: TargetId,
      source: OneOf(comparisonSources),
      planDigest: Digest,
      report: ParityReport,
    }),
  ),
  entry(
    'cutover.granted',
    Closed({ targetId: TargetId, result: CutoverResult, planDigest: Type.Optional(Digest) }),
  ),
  entry(
    'cutover.soakStarted',
    Closed({
      targetId: TargetId,
      planDigest: Type.Optional(Digest),
      until: UtcDate,
      by: VisibleName,
      note: Type.Optional(EnteredText),
    }),
  ),
  /** Whenever its problems changed, and at its end. */
  entry('cutover.soakObserved', Closed({ targetId: TargetId, observation: SoakObservation })),
  entry(
    'cutover.completed',
    Closed({ targetId: TargetId, by: VisibleName, note: Type.Optional(EnteredText) }),
  ),
  /** Before it is carried out, or requested of the provider: `cutover.reversed` says that it is so. */
  entry(
    'cutover.rollbackDecided',
    Closed({
      targetId: TargetId,
      by: VisibleName,
      reason: EnteredText,
      digest: Type.Unsafe<string>({ ...Digest, description: 'Of the preview.' }),
      webhookIds: Type.Array(Uuid),
    }),
  ),
  entry('doctor.ran', Closed({ webhookId: Type.Optional(Uuid), result: DoctorResult })),
  entry(
    'cutover.checked',
    Closed({
      targetId: TargetId,
      check: CutoverCheck,
      planDigest: Type.Optional(
        Type.Unsafe<string>({ ...Digest, description: 'What it was checked against.' }),
      ),
      /** The endpoints of the cutover as they were found. */
      endpoints: Type.Optional(Type.Array(Closed({ webhookId: Type.String(), endpoint: EndpointMark }))),
    }),
  ),
  /** The client is on legacy rules again, as it was found on the target. */
  entry('cutover.reversed', Closed({ targetId: TargetId, how: OneOf('undone', 'reset', 'unknown') })),
  /** An endpoint that the case set up, found to be another than it was. */
  entry(
    'endpoint.observed',
    Closed({
      targetId: TargetId,
      webhookId: Uuid,
      state: OneOf('there', 'changed', 'disabled', 'deleted'),
      endpoint: Type.Optional(EndpointMark),
    }),
  ),
  /** The auth header of the profile: seen for the first time, or found to be another than it was. */
  entry(
    'profile.observed',
    Closed({
      targetId: TargetId,
      state: OneOf('known', 'changed'),
      authHeader: Type.Optional(
        Type.String({
          description: 'Keyed digest, hex: equal for equal values. Omitted if none is set.',
        }),
      ),
    }),
  ),
  /** Companies that the case migrated, found to be gone, or there again. */
  entry(
    'companies.observed',
    Closed({
      targetId: TargetId,
      companies: Type.Array(
        Closed({
          companyId: Uuid,
          /** Absent: the company itself. */
          connectionId: Type.Optional(Uuid),
          state: OneOf('there', 'deleted', 'unlinked'),
        }),
        { minItems: 1, maxItems: 1000 },
      ),
    }),
  ),
  entry('headers.planned', HeaderChange),
  entry('headers.set', HeaderChange),
  entry(
    'headers.revealed',
    Closed({ targetId: TargetId, webhookId: Uuid, names: Type.Array(Type.String()) }),
  ),
  entry(
    'headers.checked',
    Closed({ targetId: TargetId, result: HeaderCheckResult, endpoint: Type.Optional(EndpointMark) }),
  ),
  entry('firewall.checked', Closed({ webhookId: Type.Optional(Uuid), result: AllowListResult })),
  entry(
    'tokens.imported',
    Closed({
      importId: Uuid,
      name: Type.String(),
      format: OneOf(importFormats),
      /** Keyed, hex: tells whether the same list was imported again, sealed or not. */
      fingerprint: Type.String(),
      /** Keyed, hex: of the file's path; absent for what was pasted. */
      place: Type.Optional(Type.String()),
      rows: Type.Integer(),
      ready: Type.Integer(),
      invalid: Type.Integer(),
      replaced: Type.Integer(),
      unchanged: Type.Integer(),
      /** Earlier rows that it replaced or dropped; absent from before it was kept. */
      restated: Type.Optional(Type.Integer({ minimum: 0 })),
      byPlatform: MapOf(Type.Integer()),
      /** Absent for a list that came in the clear. */
      sealed: Type.Optional(SealedList),
      /** With a form that the integrator filled in. */
      given: Type.Optional(GivenBy),
    }),
  ),
  entry(
    'tokens.runStarted',
    Closed({
      runId: Uuid,
      kind: OneOf(runKinds),
      targetId: TargetId,
      targetName: Type.String(),
      rows: Type.Integer(),
      /** Of a run of one row, such as a pilot. */
      company: Type.Optional(Closed({ ref: Type.String(), platformKey: Type.String() })),
      /** Rows that were held and left out, by cause. */
      heldCauses: Type.Optional(MapOf(Type.Integer())),
      options: Type.Omit(RunOptions, ['refs']),
      ledger: Ledger,
    }),
  ),
  entry('tokens.runPaused', Closed({ runId: Uuid, why: Type.String(), counts: RunCounts, ledger: Ledger })),
  entry('tokens.runResumed', Closed({ runId: Uuid, after: OneOf('paused', 'interrupted'), ledger: Ledger })),
  entry('tokens.thresholdsChanged', Closed({ runId: Uuid, from: Thresholds, to: Thresholds })),
  entry(
    'tokens.runEnded',
    Closed({
      runId: Uuid,
      state: OneOf('done', 'cancelled'),
      counts: RunCounts,
      failures: MapOf(Type.Integer()),
      /** Of those that are done: found Linked, so that their imported credentials were never sent. */
      alreadyLinked: Type.Optional(Type.Integer()),
      calls: MapOf(Type.Integer()),
      duplicates: Type.Integer(),
      ledger: Ledger,
      /** The attachment that holds its RunResults; a rehearsal that was cut off by a crash has none. */
      results: Type.Optional(Uuid),
    }),
  ),
  entry(
    'tokens.duplicatesDecided',
    Closed({
      runId: Uuid,
      decision: OneOf('keep', 'remove'),
      reason: Type.String(),
      /** The first ones; all are counted. */
      removed: Type.Array(Closed({ ref: Type.String(), companyId: Uuid, keptCompanyId: Uuid })),
      removedCount: Type.Integer(),
      left: Type.Array(Closed({ ref: Type.String(), companyId: Uuid, why: Type.String() })),
      leftCount: Type.Integer(),
    }),
  ),
  entry('tokens.sampleChecked', SampleCheck),
  /** Of a case without a runbook; one with a runbook has `runbook.companiesExcluded`. */
  entry('tokens.excluded', decisionContents.companiesExcluded),
  entry('tokens.included', decisionContents.decisionsWithdrawn),
  entry('runbook.opened', runbookContents.opened),
  entry('runbook.detailsSupplied', runbookContents.detailsSupplied),
  entry('runbook.detailsRevealed', runbookContents.detailsRevealed),
  entry('runbook.estimated', runbookContents.estimated),
  entry('runbook.windowProposed', runbookContents.windowProposed),
  entry('runbook.windowAgreed', runbookContents.windowAgreed),
  entry('runbook.windowOverridden', runbookContents.windowOverridden),
  entry('runbook.callbackChecked', runbookContents.callbackChecked),
  entry('runbook.syncingConfirmed', runbookContents.syncingConfirmed),
  entry('runbook.syncingRevoked', runbookContents.syncingRevoked),
  entry('runbook.handedOver', runbookContents.handedOver),
  entry('runbook.signedOff', runbookContents.signedOff),
  entry('runbook.overruled', runbookContents.overruled),
  entry('runbook.stepRestored', runbookContents.stepRestored),
  entry('runbook.failuresAccepted', runbookContents.failuresAccepted),
  entry('runbook.companiesExcluded', runbookContents.companiesExcluded),
  entry('runbook.decisionsWithdrawn', runbookContents.decisionsWithdrawn),
  entry('exchange.formExported', exchangeContents.formExported),
  entry('exchange.answerReceived', exchangeContents.answerReceived),
  entry('mail.templateChanged', mailContents.templateChanged),
  entry('mail.written', mailContents.written),
  entry('mail.sent', mailContents.sent),
  entry('approval.requested', approvalContents.requested),
  entry('approval.given', approvalContents.given),
  entry('approval.refused', approvalContents.refused),
  entry('approval.withdrawn', approvalContents.withdrawn),
  entry('approval.used', approvalContents.used),
  /** The stub of contents that were erased. */
  entry(
    'content.erased',
    Closed({
      entries: Type.Array(
        Closed({
          seq: Type.Integer({ minimum: 1 }),
          digest: Type.Unsafe<string>({ ...Digest, description: "The chain's, at that entry." }),
          remains: Type.Unsafe<string>({
            ...Digest,
            description: 'SHA-256 of what remains of its content, hex.',
          }),
        }),
      ),
      attachments: Type.Array(Digest),
      reason: Text,
    }),
  ),
]);
export type CaseAction = Static<typeof CaseAction>;
export type CaseActionOf<K extends CaseAction['kind']> = Extract<CaseAction, { kind: K }>;

/** One link of the chain, without its keyed code. */
export const CaseEntry = Closed({
  seq: Type.Integer({ minimum: 1 }),
  at: UtcDate,
  actor: VisibleName,
  kind: Type.String(),
  content: Type.Unknown(),
  digest: Digest,
  signer: Type.Optional(
    Type.String({
      description:
        'The public key of the data folder that wrote it, base64; omitted before there were signatures.',
    }),
  ),
});
export type CaseEntry = Static<typeof CaseEntry>;
/** `words`: the entry as a sentence. `signature`: which data folder vouches for it; the actor is the person. */
const WordedEntry = Closed({
  ...CaseEntry.properties,
  words: Type.String(),
  signature: EntrySignature,
});
export type WordedEntry = Static<typeof WordedEntry>;
export const CaseEntries = Closed({
  results: Type.Array(WordedEntry),
  cursor: Type.Optional(Type.Integer()),
});
export type CaseEntries = Static<typeof CaseEntries>;
export const EntryQuery = Type.Object({
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 200 })),
});

/** Who must do what next. */
const nextStep = {
  id: Type.String(),
  title: Type.String(),
  responsible: PartyName,
  due: Type.Optional(UtcDate),
};
/** The parts run in parallel, each with its own next step. */
const PartStep = Closed({ part: OneOf(caseParts), ...nextStep });
export type PartStep = Static<typeof PartStep>;

/** The steps of a part that are done or skipped, of all that it has. */
const PartProgress = Closed({
  part: OneOf(caseParts),
  done: Type.Integer({ minimum: 0 }),
  total: Type.Integer({ minimum: 0 }),
});
export type PartProgress = Static<typeof PartProgress>;

const summary = {
  id: Uuid,
  name: VisibleName,
  integrator: VisibleName,
  parts: Parts,
  state: OneOf(caseStates),
  targetId: TargetId,
  clientId: Type.Optional(Uuid),
  /** The seq of the last entry: given back with an edit, so that two never overwrite each other. */
  revision: Type.Integer(),
  created: UtcDate,
  updated: UtcDate,
  verdict: Type.Optional(Verdict.properties.state),
  /** Since when the migration is confirmed, as long as the cutover stands. */
  cutOver: Type.Optional(UtcDate),
  damaged: Type.Optional(
    Type.Boolean({ description: 'Its chain, or what a list shows of it, can not be read.' }),
  ),
  next: Type.Optional(Closed(nextStep)),
  nextSteps: Type.Array(PartStep, { description: 'The first step of each part that is open.' }),
  owner: Type.Optional(Type.Unsafe<string>({ ...VisibleName, description: 'Who works on the case.' })),
  due: Type.Optional(
    Type.Unsafe<string>({ ...UtcDate, description: 'The earliest due date of the open steps.' }),
  ),
  progress: Type.Optional(
    Type.Array(PartProgress, { description: 'By part; omitted by a case that can not be read.' }),
  ),
  window: Type.Optional(
    Closed(
      {
        start: UtcDate,
        end: UtcDate,
        agreed: Type.Boolean({ description: 'By the integrator and by support.' }),
      },
      { description: 'The migration window of a managed migration.' },
    ),
  ),
};
export const CaseSummary = Closed(summary, { title: 'CaseSummary' });
export type CaseSummary = Static<typeof CaseSummary>;

export const CaseView = Closed(
  {
    ...summary,
    targetSeen: Type.Optional(
      Closed(
        { webhooks: Type.Optional(UtcDate), tokens: Type.Optional(UtcDate) },
        {
          description:
            'Last reading of a remote target, by part. Omitted for the local service, which announces its changes.',
        },
      ),
    ),
    digest: Type.String({ description: "The chain's digest: give it to `verify --expect` later." }),
    contacts: Type.Array(Contact),
    notes: Type.Array(Note),
    attachments: Type.Array(Attachment),
    steps: Type.Array(Step),
    observations: Type.Array(Observation),
  },
  { title: 'Case' },
);
export type CaseView = Static<typeof CaseView>;

export const CaseRequest = Closed(
  {
    name: VisibleName,
    integrator: Type.Optional(VisibleName),
    parts: Type.Optional(Parts),
    targetId: Type.Optional(TargetId),
    clientId: Type.Optional(Uuid),
  },
  { title: 'CaseRequest' },
);
export type CaseRequest = Static<typeof CaseRequest>;

const revision = { revision: Type.Integer({ minimum: 1, description: 'The revision that was read.' }) };
export const CasePatch = Closed({ ...revision, changes: Changes }, { title: 'CasePatch' });
export type CasePatch = Static<typeof CasePatch>;
export const Revision = Closed(revision);
export const ReasonRequest = Closed({ ...revision, reason: Type.Optional(Text) });
export const ContactRequest = Closed(Type.Omit(Contact, ['id']).properties);
export type ContactRequest = Static<typeof ContactRequest>;
export const ContactEdit = Closed({ ...revision, contact: ContactRequest });
export const NoteRequest = Closed({ text: Text });
export const NoteEdit = Closed({ ...revision, text: Text });
export const AttachmentRequest = Closed({
  path: Type.Optional(
    Type.String({ minLength: 1, maxLength: 4096, description: 'Absolute, on the machine of the desk.' }),
  ),
  content: Type.Optional(
    Type.String({ contentEncoding: 'base64', description: 'Base64; instead of a path.' }),
  ),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  note: Type.Optional(Type.String({ maxLength: 4000 })),
  secret: Type.Optional(Type.Boolean()),
});
export type AttachmentRequest = Static<typeof AttachmentRequest>;
export const StepRequest = Closed({
  ...revision,
  state: Type.Optional(OneOf(stepStates)),
  responsible: Type.Optional(PartyName),
  due: Type.Optional(Type.Union([UtcDate, Type.Null()])),
  note: Type.Optional(Type.String({ maxLength: 4000 })),
});
export type StepRequest = Static<typeof StepRequest>;
export const DismissRequest = Closed({ row: Row, reason: Text });

/** What deleting a case takes with it. */
export const CaseRemoval = Closed({
  id: Uuid,
  name: Type.String(),
  entries: Type.Integer(),
  attachments: Type.Integer(),
  attachmentBytes: Type.Integer(),
  secrets: Type.Integer(),
  /** Of its token migration. */
  tokenRows: Type.Integer(),
  tokenRuns: Type.Integer(),
  ledgerEntries: Type.Integer(),
  keptCredentials: Type.Optional(
    Type.Integer({ description: 'Rows whose credentials are still kept, sealed.' }),
  ),
  digest: Type.String({ description: 'Give it back as `confirm` to delete.' }),
});
export type CaseRemoval = Static<typeof CaseRemoval>;
export const RemovalQuery = Type.Object({ confirm: Digest });

/** Says of entries from before there were signatures that they were checked under the old key. */
export const AdoptionStatement = Closed({
  caseId: Uuid,
  upTo: Type.Integer({ minimum: 1 }),
  digest: Type.Unsafe<string>({ ...Digest, description: "The chain's, at the last of them." }),
  adoptedAt: UtcDate,
  signer: Type.String({ description: 'The public key of the data folder that adopted them, base64.' }),
  signature: Type.String(),
});
export type AdoptionStatement = Static<typeof AdoptionStatement>;

/** Entries that were made elsewhere and came by import, or were coded again as the key was lost. */
export const ImportRecord = Closed({
  from: Type.Integer(),
  upTo: Type.Integer(),
  at: UtcDate,
  by: Type.String(),
  digest: Type.String({ description: "The chain's, at the last of them." }),
  cut: Type.Optional(
    Type.Array(Type.String(), { description: 'The file was cut: what was not in it, and why.' }),
  ),
  adoptions: Type.Optional(Type.Array(AdoptionStatement, { description: 'That came with them.' })),
});
export type ImportRecord = Static<typeof ImportRecord>;

/** What `verify` found. `problems` is empty if the chain is whole. */
export const ChainCheck = Closed(
  {
    caseId: Uuid,
    entries: Type.Integer(),
    digest: Type.String(),
    whole: Type.Boolean(),
    problems: Type.Array(Closed({ seq: Type.Optional(Type.Integer()), what: Type.String() })),
    imported: Type.Array(ImportRecord),
    stretches: Type.Array(Stretch, { description: 'Who vouches for which entries, oldest first.' }),
    erased: Type.Array(Type.Integer(), { description: 'Entries whose contents were erased.' }),
  },
  { title: 'ChainCheck' },
);
export type ChainCheck = Static<typeof ChainCheck>;
export const VerifyRequest = Closed({ expect: Type.Optional(Digest) });

export const caseFileFormat = 'carryover-case';
/** 2 added the token migration, 3 signatures, 4 mentions, removed evidence and decisions on companies, 5 the cutover's plan and its states, the doctor; files of versions 1 and 2 are unsigned, and read too. */
export const caseFileVersion = 5;
export const signedFileVersion = 3;
/** Of a file that holds the sound part of a damaged case. Whole ones stay readable for earlier versions of Carryover. */
export const cutFileVersion = 6;
/** Of a file whose chain names an owner, cut or whole: earlier versions refuse it by its version, not as damaged. */
export const ownedFileVersion = 7;
/** Of a file whose chain has entries about an exchange with the integrator or mails to them, that account for rows, or about test runs, cut or whole. */
export const exchangedFileVersion = 8;
/** Of a file whose chain has approvals, cut or whole. */
export const approvedFileVersion = 9;
export const ExportRequest = Closed({
  asFarAsSound: Type.Optional(
    Type.Boolean({
      description: 'Of a damaged case: its longest sound part, with what is missing and why.',
    }),
  ),
  passphrase: Type.Optional(
    Type.String({ minLength: 12, maxLength: 1000, description: 'Secrets go along, sealed with it.' }),
  ),
});
export type ExportRequest = Static<typeof ExportRequest>;
/** What to do with what an unknown key signed: `trust` remembers it, `accept` takes in this file alone. */
export const SignerDecision = Type.Union([
  Closed({ fingerprint: Digest, decision: Type.Literal('trust'), name: VisibleName }),
  Closed({ fingerprint: Digest, decision: Type.Literal('accept') }),
]);
export type SignerDecision = Static<typeof SignerDecision>;
export const ImportRequest = Closed({
  file: Type.String({ minLength: 1, description: 'The text of a case file.' }),
  passphrase: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
  signers: Type.Optional(Type.Array(SignerDecision, { maxItems: 100 })),
});
export const ImportResult = Closed({
  case: CaseView,
  /** `new`; `continued`: entries were added to a case that was here; `nothing-new`. */
  outcome: OneOf('new', 'continued', 'nothing-new'),
  secrets: Type.Integer({ description: 'Secrets that were opened and taken in.' }),
  remarks: Type.Array(Type.String()),
  stretches: Type.Array(Stretch, { description: 'Who vouches for which entries of the case.' }),
});
export type ImportResult = Static<typeof ImportResult>;
