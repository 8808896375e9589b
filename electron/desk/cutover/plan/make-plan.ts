import { compareTexts } from '#base/lists.ts';
import type { CutoverPlan, CutoverSnapshot } from '#contract/cutover.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import { wantedEndpoints } from '#desk/cutover/wanted-endpoints.ts';
import { type PlannedAuth, plannedAuth } from './auth-header.ts';
import type { PlanFacts } from './plan-facts.ts';
import { isKnownType, plannedRule } from './planned-rule.ts';
import { tasksFor } from './tasks.ts';

/**
 * The plan of a snapshot: a pure function of it and of what the case knows. It names no time, and nothing in it depends
 * on the order in which the target was read. Source: `docs/reference/rules/cutover.md#plan`.
 */
export const makePlan = (snapshot: CutoverSnapshot, targetId: string, facts: PlanFacts): CutoverPlan => {
  const { caseId, integrator, clientId } = facts;
  const auth = plannedAuth(snapshot, facts);
  const rules = snapshot.rules.map(plannedRule);
  const endpoints = endpointsOf(snapshot, auth, clientId);
  return {
    version: 1,
    caseId,
    integrator,
    targetId,
    ...(clientId === undefined ? {} : { clientId }),
    snapshot,
    conflicts: auth.conflicts,
    endpoints,
    rules,
    tasks: tasksFor({ rules, endpoints }, facts),
  };
};

/** One for each URL and company that rules of known types have. The client id is no secret. */
const endpointsOf = (
  { rules }: CutoverSnapshot,
  { header }: PlannedAuth,
  clientId: string | undefined,
): CutoverPlan['endpoints'] => {
  const posting = rules
    .filter(({ type }) => isKnownType(type))
    .map(({ webhook, emails, ...rule }) => ({
      ...rule,
      notifiers: { emails, ...(webhook === undefined ? {} : { webhook }) },
    }));
  return wantedEndpoints(posting)
    .map(({ url, companyId, eventTypes, ruleIds }) => ({
      url,
      eventTypes: eventTypes.toSorted(),
      ...(companyId === undefined ? {} : { companyId }),
      headers: [
        { name: carriedHeaders.clientId, source: 'always' as const, masked: clientId ?? 'not known' },
        ...(header === undefined ? [] : [header]),
      ],
      fromRules: ruleIds.toSorted(),
    }))
    .toSorted((a, b) => compareTexts(a.url, b.url) || compareTexts(a.companyId ?? '', b.companyId ?? ''));
};
