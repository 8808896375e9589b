import type {
  CheckRequest,
  EligibilityView,
  EmailRecipes,
  Evidence,
  HostsRequest,
} from '#contract/eligibility.ts';
import type { Job } from '#contract/job.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { Answers } from './answers.ts';
import type { Grants } from './grant.ts';
import type { Live } from './live.ts';
import type { MentionReviews } from './mentions-review.ts';
import type { MigrationRequests } from './migration-request.ts';
import type { PortalHeaders } from './portal-header.ts';
import type { createRemoveEvidence } from './remove-evidence.ts';

/** What the eligibility module offers. Every method throws `CatalogueError`. */
export interface Eligibility {
  /** Runs collectors as a job; its result is a CheckResult. */
  check(request: CheckRequest, actor: string): Promise<Job>;
  /** The case as it is now, windows that are still open included. */
  view(caseId: string): Promise<EligibilityView>;
  /** Whole, with its findings. @throws CatalogueError `evidence.notFound` */
  evidence(caseId: string, evidenceId: string): Promise<Evidence>;
  /**
   * Says which hosts of traffic that was read are this API's.
   * @throws CatalogueError `evidence.notFound`, `traffic.notAsked`, `traffic.hostUnknown`
   */
  nameHosts(caseId: string, evidenceId: string, request: HostsRequest, actor: string): Promise<CaseState>;
  readonly removeEvidence: ReturnType<typeof createRemoveEvidence>;
  readonly answers: Answers;
  readonly mentions: MentionReviews;
  readonly observations: Pick<Live, 'open' | 'close'>;
  readonly portalHeaders: PortalHeaders;
  readonly requests: MigrationRequests;
  readonly grants: Grants;
  /** @param rulesFile absolute path of exported rules; the case's target is read if left out */
  recipes(caseId: string, rulesFile?: string): Promise<EmailRecipes>;
  /** Goes on with the observations that are open. */
  start(): Promise<void>;
  stop(): Promise<void>;
}
