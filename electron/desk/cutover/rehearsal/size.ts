import type { CutoverPlan, RehearsalSize } from '#contract/cutover.ts';
import { eventTypesOfRule } from '#contract/rule-events.ts';
import type { TargetClient } from '#desk/targets/targets.ts';
import { readCompanies } from './companies.ts';
import { type Firing, firingsFor } from './firings.ts';
import { rehearsedRules } from './set-up.ts';

/** An example of a read has so many data types, and at most one alert of a rule for each. */
const alertsOfRead = 3;

/**
 * How much a rehearsal of the plan sends. The target is only read.
 * @throws TargetError
 */
export const sizeOf = async (plan: CutoverPlan, client: TargetClient): Promise<RehearsalSize> => {
  const { companies, total } = await readCompanies(client, plan, new AbortController().signal);
  const firings = firingsFor(companies);
  const requests = firings.reduce((sum, firing) => sum + requestsOf(plan, firing), 0);
  return { companies: companies.length, ofCompanies: total, events: firings.length, requests };
};

const requestsOf = (plan: CutoverPlan, { eventType, companyId }: Firing): number => {
  const isFor = (one: { readonly companyId?: string }): boolean =>
    one.companyId === undefined || one.companyId.toLowerCase() === companyId;
  const rules = rehearsedRules(plan).filter(
    (rule) => isFor(rule) && eventTypesOfRule[rule.type].includes(eventType),
  );
  const endpoints = plan.endpoints.filter((one) => isFor(one) && one.eventTypes.includes(eventType));
  return rules.length * (eventType === 'read.completed' ? alertsOfRead : 1) + endpoints.length;
};
