import type { AllowListResult } from '#contract/allow-list.ts';
import type { AnswerPart } from '#contract/answered-form.ts';
import type { ApprovalContent } from '#contract/approvals.ts';
import type {
  Attachment,
  CaseAction,
  CaseActionOf,
  CaseStateName,
  Contact,
  Note,
  Step,
} from '#contract/case.ts';
import type { SoakObservation } from '#contract/cutover.ts';
import type {
  CutoverCheck,
  Evidence,
  MigrationRequest,
  Observation,
  Verdict,
} from '#contract/eligibility.ts';
import type { GivenBy } from '#contract/given-by.ts';
import type { HeaderCheckResult } from '#contract/header-setup.ts';
import type { MailRecord, MailTemplate } from '#contract/mail.ts';
import type { Agreement, KnownCompanies, RunbookContent, RunbookStep, SignOff } from '#contract/runbook.ts';
import type { DecisionContent, DecisionKind } from '#contract/runbook-decisions.ts';

/** What an entry adds besides its content. */
export interface OnRecord {
  readonly seq: number;
  readonly at: string;
  readonly actor: string;
}

/** An observation with its position in the request log of the service. */
export type ObservationState = Observation & { readonly lastRequestId?: string; readonly desk?: string };

/** The custom headers of one endpoint, as far as the case knows. */
export interface EndpointHeaders {
  readonly targetId: string;
  readonly planned: CaseActionOf<'headers.planned'>['content']['headers'];
  readonly set: CaseActionOf<'headers.set'>['content']['headers'];
  /** `endpoint`: what it was like when it was checked. */
  readonly checks: readonly (HeaderCheckResult & OnRecord & { readonly endpoint?: string })[];
  /** The last entry that planned or set some; 0: none did. */
  readonly changed: number;
}

/** A company or connection that the target no longer has as it was migrated. */
type GoneFromTarget = CaseActionOf<'companies.observed'>['content']['companies'][number] & {
  readonly targetId: string;
};

/** A case: the fold of its chain. Plain data, never changed in place. */
export interface CaseState {
  readonly id: string;
  readonly name: string;
  readonly integrator: string;
  readonly parts: readonly ('webhooks' | 'tokens')[];
  readonly targetId: string;
  readonly clientId?: string;
  /** Who works on it. */
  readonly owner?: string;
  readonly state: CaseStateName;
  readonly revision: number;
  /** SHA-256 over the whole chain, hex. */
  readonly digest: string;
  readonly created: string;
  readonly updated: string;
  readonly contacts: readonly Contact[];
  readonly notes: readonly Note[];
  readonly attachments: readonly Attachment[];
  readonly steps: readonly Step[];
  /** By step: the last entry that moved it. */
  readonly moved: ReadonlyMap<string, number>;
  readonly evidence: readonly Evidence[];
  readonly observations: readonly ObservationState[];
  /** By finding id. */
  readonly dismissals: ReadonlyMap<
    string,
    Omit<CaseActionOf<'finding.dismissed'>['content'], 'findingId'> & OnRecord
  >;
  /** Oldest first, each with the mentions that it still covers. */
  readonly mentionDismissals: readonly (CaseActionOf<'mention.dismissed'>['content'] & OnRecord)[];
  /** Of test runs, by evidence: as stated last, without withdrawn ones. */
  readonly coverages: ReadonlyMap<
    string,
    Omit<CaseActionOf<'coverage.stated'>['content'], 'evidenceId'> & OnRecord
  >;
  /** Evidence that a person removed, with the reason. */
  readonly removedEvidence: readonly ({ readonly evidence: Evidence; readonly reason: string } & OnRecord)[];
  /** Oldest first, without withdrawn ones; the last for a check counts. */
  readonly answers: readonly (CaseActionOf<'row.answered'>['content'] & OnRecord)[];
  /** By check: those in effect. */
  readonly overrides: ReadonlyMap<string, Omit<CaseActionOf<'row.overruled'>['content'], 'row'> & OnRecord>;
  readonly verdicts: readonly ({ readonly verdict: Verdict } & OnRecord)[];
  /** The auth header of the portal, as it was supplied last; its value is a secret of the case. */
  readonly portalHeader?: CaseActionOf<'portalHeader.supplied'>['content'] & OnRecord;
  readonly request?: {
    readonly document: MigrationRequest;
    /** The case's target when it was drafted. */
    readonly targetId: string;
    readonly history: readonly ({
      readonly state: 'drafted' | 'sent' | 'confirmed';
      readonly by: string;
      readonly note?: string;
    } & OnRecord)[];
  };
  readonly grants: readonly (CaseActionOf<'cutover.granted'>['content'] & OnRecord)[];
  /** Frozen plans, oldest first; the last for a target counts. */
  readonly plans: readonly (CaseActionOf<'cutover.planned'>['content'] & OnRecord)[];
  /** Oldest first. */
  readonly conflictDecisions: readonly (CaseActionOf<'cutover.conflictDecided'>['content'] & OnRecord)[];
  readonly comparisons: readonly (CaseActionOf<'cutover.compared'>['content'] & OnRecord)[];
  readonly soaks: readonly (CaseActionOf<'cutover.soakStarted'>['content'] &
    OnRecord & { readonly observations: readonly SoakObservation[] })[];
  readonly completions: readonly (CaseActionOf<'cutover.completed'>['content'] & OnRecord)[];
  readonly rollbacks: readonly (CaseActionOf<'cutover.rollbackDecided'>['content'] & OnRecord)[];
  /** Oldest first. */
  readonly doctorRuns: readonly (CaseActionOf<'doctor.ran'>['content'] & OnRecord)[];
  readonly cutoverChecks: readonly (CutoverCheck &
    Omit<CaseActionOf<'cutover.checked'>['content'], 'check'> &
    OnRecord)[];
  /** Cutovers that were found to be reversed on the target. */
  readonly reversals: readonly (CaseActionOf<'cutover.reversed'>['content'] & OnRecord)[];
  /** By webhook id: how it was found on the target last. */
  readonly endpoints: ReadonlyMap<string, CaseActionOf<'endpoint.observed'>['content'] & OnRecord>;
  /** The auth header of the profile, as it was found last. */
  readonly profileHeader?: CaseActionOf<'profile.observed'>['content'] &
    OnRecord & {
      /** The entry that saw it changed last; 0: none did. */
      readonly changed: number;
      /** The same of a change to another value. */
      readonly replaced: number;
    };
  /** By company id, or connection id: what is gone from the target. */
  readonly gone: ReadonlyMap<string, GoneFromTarget & OnRecord>;
  /** By webhook id. */
  readonly headers: ReadonlyMap<string, EndpointHeaders>;
  readonly firewallChecks: readonly ({
    readonly webhookId?: string;
    readonly result: AllowListResult;
  } & OnRecord)[];
  /** By id: forms for the integrator that were exported. */
  readonly forms: ReadonlyMap<
    string,
    Omit<CaseActionOf<'exchange.formExported'>['content'], 'formId'> & OnRecord
  >;
  /** By the SHA-256 of its file: answers that were received, each with the parts of it that are on record. */
  readonly formAnswers: ReadonlyMap<string, FormAnswer>;
  readonly tokenImports: readonly (CaseActionOf<'tokens.imported'>['content'] & OnRecord)[];
  /** In the order in which they were started. */
  readonly tokenRuns: readonly TokenRunRecord[];
  /** Oldest first. */
  readonly sampleChecks: readonly (CaseActionOf<'tokens.sampleChecked'>['content'] & OnRecord)[];
  /** Mails that were written, oldest first. */
  readonly mails: readonly MailRecord[];
  /** The case's own templates, by `mailTemplateKey`. */
  readonly mailTemplates: ReadonlyMap<string, MailTemplate>;
  /** Of a case without a runbook, by `companyKey`: companies excluded by name. A runbook that is opened takes them over. */
  readonly exclusions: ReadonlyMap<string, CompanyDecision>;
  /** Of a managed migration. */
  readonly runbook?: RunbookState;
  /** By id, oldest first: what needs, or needed, a second person. */
  readonly approvals: ReadonlyMap<string, ApprovalRecord>;
}

/** An approval that was requested, with its decision and its use. */
export type ApprovalRecord = ApprovalContent<'requested'> &
  OnRecord & {
    readonly given?: ApprovalContent<'given'> & OnRecord;
    readonly refused?: ApprovalContent<'refused'> & OnRecord;
    readonly withdrawn?: ApprovalContent<'withdrawn'> & OnRecord;
    readonly used?: ApprovalContent<'used'> & OnRecord;
    /** By a request of another plan for the same. */
    readonly replaced?: OnRecord;
  };

/** A statement, with its position in the chain: `at` is when it was made, as reported, `recorded` when it was recorded. */
type Said = OnRecord & { readonly recorded: string };
export type AgreementRecord = Agreement & Said;

/** A managed migration, as far as the chain knows it. */
export interface RunbookState {
  /** When it was opened first. */
  readonly since: OnRecord;
  /** The platform and the form, as they were taken from the catalogue last. */
  readonly form: RunbookContent<'opened'>;
  /** By field: the last that was supplied. */
  readonly details: ReadonlyMap<string, RunbookContent<'detailsSupplied'>['fields'][number] & OnRecord>;
  readonly estimate?: RunbookContent<'estimated'> & OnRecord;
  readonly window?: RunbookContent<'windowProposed'> &
    OnRecord & {
      readonly agreements: readonly AgreementRecord[];
      /** Windows that it replaced. */
      readonly replaced: number;
    };
  /** Runs that may write outside the agreed window, oldest first. */
  readonly windowOverrides: readonly (RunbookContent<'windowOverridden'> & OnRecord)[];
  readonly callbackCheck?: RunbookContent<'callbackChecked'> & OnRecord;
  /** By ref: that syncing is disabled for it in the old application. */
  readonly syncing: ReadonlyMap<string, Omit<RunbookContent<'syncingConfirmed'>, 'refs' | 'known'> & Said>;
  /** Of the last entry about syncing. */
  readonly syncingKnown?: KnownCompanies & Pick<OnRecord, 'seq'>;
  readonly handover?: RunbookContent<'handedOver'> &
    OnRecord & {
      readonly signOffs: readonly (AgreementRecord & Pick<SignOff, 'acceptOpen' | 'signature'>)[];
    };
  /** By `companyKey`: what was decided last about a company that was not migrated. */
  readonly decisions: ReadonlyMap<string, CompanyDecision>;
  /** The last entry about one. */
  readonly decided?: number;
  /** Attachments that entries point at, with the last of these entries. */
  readonly papers: ReadonlyMap<string, number>;
  /** Current ones. */
  readonly overrides: ReadonlyMap<RunbookStep, Omit<RunbookContent<'overruled'>, 'step'> & OnRecord>;
}

/** What was decided about a company, and about which state of it. */
export interface CompanyDecision extends OnRecord {
  readonly kind: DecisionKind;
  readonly company: DecisionContent<'failuresAccepted'>['companies'][number];
  readonly by: string;
  readonly reason: string;
}

/** A form that the integrator filled in. */
export type FormAnswer = Omit<CaseActionOf<'exchange.answerReceived'>['content'], 'given'> &
  GivenBy &
  OnRecord & { readonly recorded: ReadonlySet<AnswerPart> };

/** A run of a token migration, as far as the chain knows it. */
export interface TokenRunRecord {
  readonly started: CaseActionOf<'tokens.runStarted'>['content'] & OnRecord;
  readonly state: 'running' | 'paused' | 'done' | 'cancelled';
  /** Its pauses and resumes, oldest first. */
  readonly breaks: readonly (
    | (CaseActionOf<'tokens.runPaused'>['content'] & OnRecord & { readonly what: 'paused' })
    | (CaseActionOf<'tokens.runResumed'>['content'] & OnRecord & { readonly what: 'resumed' })
  )[];
  readonly ended?: CaseActionOf<'tokens.runEnded'>['content'] & OnRecord;
  /** What was decided about duplicates, the last word on them. */
  readonly decision?: CaseActionOf<'tokens.duplicatesDecided'>['content'] & OnRecord;
}

/** What an entry of one kind changes. */
export type Change<K extends CaseAction['kind']> = (
  state: CaseState,
  content: CaseActionOf<K>['content'],
  record: OnRecord,
) => Partial<CaseState>;
export type Changes<K extends CaseAction['kind']> = { readonly [Kind in K]: Change<Kind> };
