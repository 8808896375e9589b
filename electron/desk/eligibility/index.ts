import { dirname } from 'node:path';
import { runTask } from '#base/worker/run-task.ts';
import type { EmailRecipes } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { Jobs } from '#desk/jobs/jobs.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { refuseRelative } from './absolute-paths.ts';
import { createAnswers } from './answers.ts';
import { createCheck } from './check.ts';
import type { readTraffic, scanSource } from './collect-files.ts';
import type { Eligibility } from './eligibility.ts';
import { filesBounds } from './files-bounds.ts';
import { createGrants } from './grant.ts';
import { evidenceOf } from './grounds.ts';
import { createLive } from './live.ts';
import { createMentionReviews } from './mentions-review.ts';
import { createMigrationRequests } from './migration-request.ts';
import { createNameHosts } from './name-hosts.ts';
import { createPortalHeaders } from './portal-header.ts';
import { readRules } from './read-target.ts';
import { recipesFor } from './recipes.ts';
import { createRemoveEvidence } from './remove-evidence.ts';
import { eligibilityView } from './view.ts';

export interface EligibilityModules {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly jobs: Jobs;
  readonly control: Pick<ServiceControl, 'sandbox' | 'endpoints' | 'subscribe'>;
  readonly scanSource: typeof scanSource;
  readonly readTraffic: typeof readTraffic;
}

/** Eligibility: evidence, verdict, migration request. Source: `docs/reference/rules/eligibility.md`. */
export const createEligibility = (context: DeskContext, modules: EligibilityModules): Eligibility => {
  const { cases, targets } = modules;
  const dataDir = dirname(context.store.path);
  const live = createLive(context, modules);
  return {
    check: createCheck(context, { ...modules, live }),
    async view(caseId) {
      await live.catchUp(caseId);
      return eligibilityView(await cases.state(caseId));
    },
    async evidence(caseId, evidenceId) {
      const found = evidenceOf(await cases.state(caseId)).find(({ id }) => id === evidenceId);
      if (found === undefined) throw new CatalogueError('evidence.notFound', { evidenceId });
      return found;
    },
    nameHosts: createNameHosts(cases, context.newId),
    removeEvidence: createRemoveEvidence(cases),
    answers: createAnswers(cases),
    mentions: createMentionReviews(cases),
    observations: { open: live.open, close: live.close },
    portalHeaders: createPortalHeaders(cases),
    requests: createMigrationRequests({ cases, targets, live }),
    grants: createGrants({ ...modules, live }),
    async recipes(caseId, rulesFile) {
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
    start: live.start,
    stop: live.stop,
  };
};
