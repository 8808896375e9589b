import type { KeyedPage } from '#contract/common.ts';
import type { GivenBy } from '#contract/given-by.ts';
import type {
  DetailsRequest,
  EstimateRequest,
  PlatformRoute,
  RevealedDetails,
  RunbookCompany,
  RunbookCompanyQuery,
  RunbookStep,
  RunbookView,
  SignOffRequest,
  StepDueRequest,
  StepOverrideRequest,
  SyncingRequest,
  SyncingResult,
  SyncingRevocation,
  WindowAgreementRequest,
  WindowRequest,
} from '#contract/runbook.ts';
import type {
  AcceptFailuresRequest,
  ExcludeRequest,
  NotMigrated,
  NotMigratedQuery,
  WithdrawDecisionsRequest,
} from '#contract/runbook-decisions.ts';

type AgreementRequest = Omit<WindowAgreementRequest, 'windowId'>;

/**
 * The managed migration of a case: six steps, each with its requirement. `given`: by the integrator, in a form. Changes of a step throw CatalogueError `runbook.none`
 * where there is no runbook, and `runbook.stepBefore` while a step before it is open. Source: `docs/reference/rules/managed-migration.md#steps`.
 */
export interface Runbooks
  extends SupplyStep,
    ScheduleStep,
    UpdateStep,
    SyncingStep,
    DecideStep,
    CompleteStep {
  /** Also of a case without a runbook: how its platforms are migrated. */
  show(caseId: string): Promise<RunbookView>;
  /**
   * Opens it, or reloads the form from the catalogue.
   * @throws CatalogueError `integration.notFound`, `runbook.noProcess`, `runbook.selfService`, `runbook.otherPlatform`
   */
  open(caseId: string, platformKey: string, actor: string): Promise<RunbookView>;
  /** @throws CatalogueError `runbook.alreadyDone` */
  override(
    caseId: string,
    step: RunbookStep,
    request: StepOverrideRequest,
    actor: string,
  ): Promise<RunbookView>;
  /** Withdraws an override. @throws CatalogueError `runbook.notOverridden` */
  restore(caseId: string, step: RunbookStep, actor: string): Promise<RunbookView>;
  due(caseId: string, step: RunbookStep, request: StepDueRequest, actor: string): Promise<RunbookView>;
  /** @throws CatalogueError `integration.notFound` */
  route(platformKey: string): Promise<PlatformRoute>;
  /** Points to agree with the solutions engineer, without a standard process. */
  routeMarkdown(platformKey: string): Promise<string>;
}

/** A party that proposes a window in writing agrees to it. */
export interface WindowProposer {
  readonly given: GivenBy;
  readonly agreement: AgreementRequest;
}

export interface SupplyStep {
  /** @throws CatalogueError `request.invalid`, one item a field */
  supply(caseId: string, request: DetailsRequest, actor: string, given?: GivenBy): Promise<RunbookView>;
  /** All details in clear text; recorded. */
  reveal(caseId: string, actor: string): Promise<RevealedDetails>;
  /** The missing details as Markdown. */
  checklist(caseId: string): Promise<string>;
}

export interface ScheduleStep {
  /** At any time. @throws CatalogueError `runbook.noCompanies` */
  estimate(caseId: string, request: EstimateRequest, actor: string): Promise<RunbookView>;
  /**
   * Replaces a window and voids its agreements; proposing the same window changes nothing.
   * @throws CatalogueError `request.invalid`, `runbook.windowAgreed` unless the consequences are confirmed
   */
  proposeWindow(
    caseId: string,
    request: WindowRequest,
    actor: string,
    proposer?: WindowProposer,
  ): Promise<RunbookView>;
  /** @throws CatalogueError `runbook.noWindow`, `runbook.windowChanged`, `request.invalid`, `attachment.notFound` */
  agreeWindow(
    caseId: string,
    request: WindowAgreementRequest,
    actor: string,
    given?: GivenBy,
  ): Promise<RunbookView>;
  /** iCalendar (RFC 5545). @throws CatalogueError `runbook.noWindow` */
  calendar(caseId: string): Promise<string>;
}

export interface UpdateStep {
  /** @param urls the pasted list. @throws CatalogueError `runbook.noCallbackUrl`, `request.invalid` */
  checkCallback(caseId: string, urls: string, actor: string, given?: GivenBy): Promise<RunbookView>;
}

export interface SyncingStep {
  /** The companies of the migration by ref, page by page. @throws CatalogueError `runbook.none` */
  companies(caseId: string, query: RunbookCompanyQuery): Promise<KeyedPage<RunbookCompany>>;
  /** Unknown entries of a list are listed; the others are recorded. @throws CatalogueError `request.invalid` */
  confirmSyncing(
    caseId: string,
    request: SyncingRequest,
    actor: string,
    given?: GivenBy,
  ): Promise<SyncingResult>;
  revokeSyncing(caseId: string, request: SyncingRevocation, actor: string): Promise<RunbookView>;
}

/** Decisions about companies that are not migrated: accept the failure, or exclude the company, with a reason. */
export interface DecideStep {
  /** By id of the row. @throws CatalogueError `runbook.none` */
  notMigrated(caseId: string, query: NotMigratedQuery): Promise<KeyedPage<NotMigrated>>;
  /** Covers the current failures. @throws CatalogueError `request.invalid` for companies that have not failed */
  acceptFailures(caseId: string, request: AcceptFailuresRequest, actor: string): Promise<RunbookView>;
  /** No run includes them any more. @throws CatalogueError `request.invalid` for companies that are migrated or not in the list */
  exclude(caseId: string, request: ExcludeRequest, actor: string): Promise<RunbookView>;
  /** @throws CatalogueError `request.invalid` for companies without a decision */
  withdrawDecisions(caseId: string, request: WithdrawDecisionsRequest, actor: string): Promise<RunbookView>;
}

export interface CompleteStep {
  /** The latest document, or a draft. */
  handoverDocument(caseId: string): Promise<string>;
  /** Creates the document as an attachment. @throws CatalogueError `runbook.companiesLeft` */
  handOver(caseId: string, actor: string): Promise<RunbookView>;
  /** @throws CatalogueError `runbook.noHandover`, `runbook.handoverChanged`, `runbook.openCompanies`, `request.invalid`, `attachment.notFound` */
  signOff(caseId: string, request: SignOffRequest, actor: string): Promise<RunbookView>;
}
