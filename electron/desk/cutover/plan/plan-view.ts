import type { CutoverPlanView, Precondition } from '#contract/cutover.ts';
import type { Judged } from './preconditions.ts';

interface About {
  /** When the target was read, UTC. */
  readonly read: string;
  readonly preconditions: Precondition[];
  readonly frozen?: CutoverPlanView['frozen'];
}

/** A plan as it is shown. */
export const planViewOf = (
  { plan, digest }: Judged,
  { read, preconditions, frozen }: About,
): CutoverPlanView => {
  const { caseId, targetId, clientId, conflicts, endpoints, rules, tasks } = plan;
  return {
    digest,
    ...(frozen === undefined ? {} : { frozen }),
    read,
    caseId,
    targetId,
    ...(clientId === undefined ? {} : { clientId }),
    preconditions,
    conflicts,
    endpoints,
    rules,
    tasks,
  };
};
