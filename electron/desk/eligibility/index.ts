import { runTask } from '#base/worker/run-task.ts';
import type { EligibilityView, EmailRecipes, Evidence, MentionsView } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readRules } from '#desk/targets/read-rules.ts';
import { refuseRelative } from './absolute-paths.ts';
import { createAnswers } from './answers.ts';
import { createBulkDismissals } from './bulk-dismissal.ts';
import { type CheckModules, createCheck } from './check.ts';
import { filesBounds } from './files-bounds.ts';
import { evidenceOf } from './grounds.ts';
import { createLive } from './live.ts';
import { mentionsView } from './mentions-review.ts';
import { createMigrationRequests } from './migration-request.ts';
import { createNameHosts } from './name-hosts.ts';
import { createPortalHeaders } from './portal-header.ts';
import { recipesFor } from './recipes.ts';
import { createCoverages } from './test-runs/record-coverage.ts';
import { eligibilityView } from './view.ts';

export type EligibilityModules = Omit<CheckModules, 'live'> & {
  readonly control: Pick<ServiceControl, 'sandbox' | 'endpoints' | 'subscribe' | 'callLog'>;
};

/** What the eligibility module offers. Every method throws `CatalogueError`. */
export type Eligibility = ReturnType<typeof createEligibility>;

/** Eligibility: evidence, verdict, migration request. Source: `docs/reference/rules/eligibility.md`. */
export const createEligibility = (context: DeskContext, modules: EligibilityModules) => {
  const { cases, targets } = modules;
  const { dataDir } = context;
  const live = createLive(context, modules);
  return {
    check: createCheck(context, { ...modules, live }),
    /** The case as it is now, with the calls of open observations. */
    async view(caseId: string): Promise<EligibilityView> {
      await live.catchUp(caseId);
      return eligibilityView(await cases.state(caseId));
    },
    /** With all its findings. @throws CatalogueError `evidence.notFound` */
    async evidence(caseId: string, evidenceId: string): Promise<Evidence> {
      const found = evidenceOf(await cases.state(caseId)).find(({ id }) => id === evidenceId);
      if (found === undefined) throw new CatalogueError('evidence.notFound', { evidenceId });
      return found;
    },
    /** Brings the calls of open observations into the case. */
    catchUp: live.catchUp,
    nameHosts: createNameHosts(cases, context.newId),
    answers: createAnswers(cases),
    coverages: createCoverages(cases),
    /** Mentions to review, and dismissed ones. */
    mentions: async (caseId: string): Promise<MentionsView> => mentionsView(await cases.state(caseId)),
    bulk: createBulkDismissals(cases),
    observations: { open: live.open, close: live.close, running: live.running },
    portalHeaders: createPortalHeaders(cases),
    requests: createMigrationRequests({ cases, targets, live }),
    /** @param rulesFile absolute path of exported rules; the case's target is read if left out */
    async recipes(caseId: string, rulesFile?: string): Promise<EmailRecipes> {
      const { targetId } = await cases.state(caseId);
      if (rulesFile !== undefined) {
        refuseRelative(['rulesFile', rulesFile]);
        return runTask<EmailRecipes>('rules-file', { path: rulesFile, dataDir }, filesBounds);
      }
      const client = await targets.client(targetId);
      const rules = await readRules(client);
      if (rules === 'gone') throw new CatalogueError('rules.gone', { target: client.target.name });
      return recipesFor(rules);
    },
    /** Continues the open observations. */
    start: live.start,
    stop: live.stop,
  };
};
