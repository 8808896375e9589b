import type { KeyedPage } from '#contract/common.ts';
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

/**
 * The managed migration of a case: six steps, each with its requirement. What does a step throws CatalogueError `runbook.none`
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
   * Opens it, or takes the form from the catalogue anew.
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
  /** Withdraws an override. @throws CatalogueError `runbook.notOverruled` */
  restore(caseId: string, step: RunbookStep, actor: string): Promise<RunbookView>;
  due(caseId: string, step: RunbookStep, request: StepDueRequest, actor: string): Promise<RunbookView>;
  /** @throws CatalogueError `integration.notFound` */
  route(platformKey: string): Promise<PlatformRoute>;
  /** What is to be agreed with the solutions engineer, where there is no standard process. */
  routeMarkdown(platformKey: string): Promise<string>;
}

export interface SupplyStep {
  /** @throws CatalogueError `request.invalid`, one item a field */
  supply(caseId: string, request: DetailsRequest, actor: string): Promise<RunbookView>;
  /** All details in the clear; that they were shown is on record. */
  reveal(caseId: string, actor: string): Promise<RevealedDetails>;
  /** What is missing, as Markdown to send. */
  checklist(caseId: string): Promise<string>;
}

export interface ScheduleStep {
  /** At any time. @throws CatalogueError `runbook.noCompanies` */
  estimate(caseId: string, request: EstimateRequest, actor: string): Promise<RunbookView>;
  /**
   * Replaces a window, and what was agreed about it; the same once more changes nothing.
   * @throws CatalogueError `request.invalid`, `runbook.windowAgreed` unless what becomes void is confirmed
   */
  proposeWindow(caseId: string, request: WindowRequest, actor: string): Promise<RunbookView>;
  /** @throws CatalogueError `runbook.noWindow`, `runbook.windowChanged`, `request.invalid`, `attachment.notFound` */
  agreeWindow(caseId: string, request: WindowAgreementRequest, actor: string): Promise<RunbookView>;
  /** iCalendar (RFC 5545). @throws CatalogueError `runbook.noWindow` */
  calendar(caseId: string): Promise<string>;
}

export interface UpdateStep {
  /** @param urls the pasted list. @throws CatalogueError `runbook.noCallbackUrl`, `request.invalid` */
  checkCallback(caseId: string, urls: string, actor: string): Promise<RunbookView>;
}

export interface SyncingStep {
  /** The companies of the migration by ref, page by page. @throws CatalogueError `runbook.none` */
  companies(caseId: string, query: RunbookCompanyQuery): Promise<KeyedPage<RunbookCompany>>;
  /** What is not understood of a list is told; the rest counts. @throws CatalogueError `request.invalid` */
  confirmSyncing(caseId: string, request: SyncingRequest, actor: string): Promise<SyncingResult>;
  revokeSyncing(caseId: string, request: SyncingRevocation, actor: string): Promise<RunbookView>;
}

/** Companies that are not migrated: each failure is accepted, or the company excluded, with a reason. */
export interface DecideStep {
  /** By id of the row. @throws CatalogueError `runbook.none` */
  notMigrated(caseId: string, query: NotMigratedQuery): Promise<KeyedPage<NotMigrated>>;
  /** Covers the failures as they are now. @throws CatalogueError `request.invalid` for what has not failed */
  acceptFailures(caseId: string, request: AcceptFailuresRequest, actor: string): Promise<RunbookView>;
  /** No run takes them any more. @throws CatalogueError `request.invalid` for what is migrated, or not in the list */
  exclude(caseId: string, request: ExcludeRequest, actor: string): Promise<RunbookView>;
  /** @throws CatalogueError `request.invalid` for what nothing is decided about */
  withdrawDecisions(caseId: string, request: WithdrawDecisionsRequest, actor: string): Promise<RunbookView>;
}

export interface CompleteStep {
  /** The document that was made last; a draft of it where none was. */
  handoverDocument(caseId: string): Promise<string>;
  /** Makes the document, as an attachment. @throws CatalogueError `runbook.companiesLeft` */
  handOver(caseId: string, actor: string): Promise<RunbookView>;
  /** @throws CatalogueError `runbook.noHandover`, `runbook.handoverChanged`, `runbook.openCompanies`, `request.invalid`, `attachment.notFound` */
  signOff(caseId: string, request: SignOffRequest, actor: string): Promise<RunbookView>;
}
