import type {
  ApplyRequest,
  CompleteRequest,
  CutoverView,
  RollbackRequest,
  SoakRequest,
} from '#contract/cutover.ts';
import type { Receiver } from '#contract/receiver.ts';
import type { ServiceControl, ServiceInstances } from '#contract/service-control.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { Jobs } from '#desk/jobs/jobs.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { applyPlan } from './apply.ts';
import { correctionsMarkdown } from './corrections.ts';
import type { EligibilityFacts } from './eligibility-facts.ts';
import { expectedHeadersOf } from './expected-headers.ts';
import { createGrants } from './grant.ts';
import { createParity } from './parity/index.ts';
import { createPlans } from './plan/index.ts';
import { createDualRuns } from './rehearsal/dual-runs.ts';
import { createRehearsals } from './rehearsal/index.ts';
import { previewRollback, rollBack } from './rollback.ts';
import { createSoaks } from './soak.ts';
import { createSoakWatch } from './soak-watch.ts';
import { missingCutoverSteps } from './steps.ts';
import { cutoverView } from './view.ts';

export interface CutoverParts {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly jobs: Jobs;
  readonly control: Pick<ServiceControl, 'sandbox' | 'endpoints' | 'messages' | 'clock' | 'subscribe'>;
  /** To rehearse on. */
  readonly instances: ServiceInstances;
  /** What a dual run on a remote target watches. */
  readonly receiver: Receiver;
  readonly eligibility: EligibilityFacts;
}

/** What the cutover module offers. Every method throws `CatalogueError`. */
export type Cutover = ReturnType<typeof createCutover>;

/** The webhook cutover of a case as a migration of its own. Source: `docs/reference/rules/cutover.md`. */
export const createCutover = (context: DeskContext, parts: CutoverParts) => {
  const { cases, eligibility } = parts;
  const portalSecretName = eligibility.portalHeader.secretName;
  const dualRuns = createDualRuns({ ...parts, context, portalSecretName });
  const all = { ...parts, context };
  const plans = createPlans(context, { ...parts, missingSteps: missingCutoverSteps });
  const soaks = createSoaks(all);
  const watch = createSoakWatch(context, parts, soaks);
  const view = async (caseId: string): Promise<CutoverView> => {
    const state = await cases.state(caseId);
    const seen = soaks.seen(state);
    return cutoverView(state, {
      eligibility,
      draft: plans.draft(state),
      preconditionsOf: plans.preconditions,
      ...(seen && { seen }),
    });
  };
  /** Changes the case, and answers what it is then. */
  const changing =
    <Request>(work: (caseId: string, request: Request, actor: string) => Promise<void>) =>
    async (caseId: string, request: Request, actor: string): Promise<CutoverView> => {
      await work(caseId, request, actor);
      return view(caseId);
    };

  return {
    /** Everything about the cutover, as the case knows it. */
    view,
    plans,
    parity: createParity(all),
    grants: createGrants({ ...all, freeze: plans.freezeGranted }),
    /** Carries out the frozen plan on the local service. @throws CatalogueError as `applyPlan` */
    apply: changing<ApplyRequest>((...request) =>
      applyPlan({ ...all, preconditions: plans.recheck }, ...request),
    ),
    rehearsals: createRehearsals(parts),
    dualRuns,
    /** What the provider has to correct, as Markdown. @throws CatalogueError `cutover.stageMissing` */
    corrections: async (caseId: string): Promise<string> => correctionsMarkdown(await cases.state(caseId)),
    /** Looks at a soak whose time is over. */
    settleSoak: (caseId: string) => soaks.settle(caseId, 'carryover'),
    runningSoaks: soaks.running,
    expectedHeaders: (caseId: string) => expectedHeadersOf(all, caseId),
    startSoak: changing<SoakRequest>(soaks.start),
    observeSoak: (caseId: string, actor: string) =>
      changing<undefined>((id, _, by) => soaks.observe(id, by))(caseId, undefined, actor),
    complete: changing<CompleteRequest>(soaks.complete),
    rollbackPreview: (caseId: string) => previewRollback(all, caseId),
    rollBack: changing<RollbackRequest>((...request) => rollBack(all, ...request)),
    /** Watches the soaks of cases on the local service. */
    start: watch.start,
    async stop() {
      await watch.stop();
      await dualRuns.end();
    },
  };
};
