import type { CutoverView } from '#contract/cutover.ts';
import type { ServiceControl, ServiceInstances } from '#contract/service-control.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { Jobs } from '#desk/jobs/jobs.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Targets } from '#desk/targets/targets.ts';
import type { EligibilityFacts } from './eligibility-facts.ts';
import { createGrants } from './grant.ts';
import { createRehearsals } from './rehearsal/index.ts';
import { cutoverView } from './view.ts';

export interface CutoverParts {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly jobs: Jobs;
  readonly control: Pick<ServiceControl, 'sandbox' | 'endpoints' | 'messages' | 'subscribe'>;
  /** To rehearse on. */
  readonly instances: ServiceInstances;
  readonly eligibility: EligibilityFacts;
}

/** What the cutover module offers. Every method throws `CatalogueError`. */
export type Cutover = ReturnType<typeof createCutover>;

/** The webhook cutover of a case as a migration of its own. Source: `docs/reference/rules/cutover.md`. */
export const createCutover = (context: DeskContext, parts: CutoverParts) => {
  const { cases, eligibility } = parts;
  return {
    /** Everything about the cutover, as the case knows it. */
    async view(caseId: string): Promise<CutoverView> {
      return cutoverView(await cases.state(caseId), { eligibility, preconditionsOf: () => [] });
    },
    grants: createGrants({ ...parts, context }),
    rehearsals: createRehearsals(parts),
  };
};
