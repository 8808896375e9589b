import type { CutoverOrder } from '#contract/sandbox.ts';
import { planCutover } from '#service/sandbox/cutover-plan.ts';
import type { SandboxEngine } from './sandbox-engine.ts';

/** The plan of the rules as they are. */
export const plannedOrder = async ({ legacy }: Pick<SandboxEngine, 'legacy'>): Promise<CutoverOrder> => {
  const { results } = await legacy.rules.list({ pageSize: 5000 });
  return {
    digest: 'a'.repeat(64),
    ruleIds: results.map(({ id }) => id),
    endpoints: planCutover(results).endpoints.map(({ eventTypes, ruleIds, ...rest }) => ({
      ...rest,
      eventTypes: [...eventTypes],
      ruleIds: [...ruleIds],
    })),
  };
};
