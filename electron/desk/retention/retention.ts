import type {
  CaseRetention,
  CaseRetentionRequest,
  DeskRetention,
  LegalHold,
  RetentionRule,
} from '#contract/retention.ts';
import type { Sight } from '#desk/core/sight.ts';

/** How long cases are kept, and which are under legal hold, as the signed journal says. */
export interface Retention {
  /** @param sight what may be listed; left out: everything */
  show(sight?: Sight): Promise<DeskRetention>;
  /** For all cases that have no rule of their own. */
  change(rule: RetentionRule, actor: string): Promise<void>;
  /** @throws CatalogueError `case.notFound` */
  ofCase(caseId: string): Promise<CaseRetention>;
  /** @throws CatalogueError `case.notFound` */
  changeCase(caseId: string, rule: CaseRetentionRequest['rule'], actor: string): Promise<CaseRetention>;
  /** From then on nothing of the case is erased, detached or deleted. @throws CatalogueError `case.notFound`, `case.isHeld` */
  hold(caseId: string, reason: string, actor: string): Promise<CaseRetention>;
  /** @throws CatalogueError `case.notFound`, `case.notHeld` */
  release(caseId: string, reason: string, actor: string): Promise<CaseRetention>;
  /** As it is now, without reading anything. */
  holdOf(caseId: string): LegalHold | undefined;
  /** Announces cases that will be due, and deletes those that were announced long enough. */
  sweep(): Promise<void>;
  /** Sweeps now and every hour. */
  start(): void;
  stop(): Promise<void>;
}
