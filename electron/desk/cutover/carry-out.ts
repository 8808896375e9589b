import type { CaseAction } from '#contract/case.ts';
import type { CutoverPlan } from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CutoverRequest, CutoverResult, CutoverState } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import { carriedHeaders } from '#contract/webhook.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { EligibilityFacts } from './eligibility-facts.ts';
import { type FrozenPlan, standingGrant } from './on-target.ts';

type Sandbox = Pick<ServiceControl['sandbox'], 'cutover' | 'cutoverState'>;

/**
 * Carries out a frozen plan on the local service: exactly, in one transaction of the service. A cutover by this plan that
 * was made and not recorded, as after a crash in between, is adopted.
 * @param portalAuthHeader its value, where the plan carries over the portal's
 * @throws CatalogueError `cutover.done` by another plan, `cutover.moved`, `cutover.tooMany`
 */
export const carryOut = async (
  sandbox: Sandbox,
  { plan, digest }: FrozenPlan,
  portalAuthHeader: string | undefined,
): Promise<CutoverResult> => {
  try {
    return await sandbox.cutover({
      plan: orderOf(plan, digest),
      ...(portalAuthHeader === undefined ? {} : { portalAuthHeader }),
    });
  } catch (error) {
    if (!(error instanceof CatalogueError) || error.code !== 'cutover.done') throw error;
    const made = resultOf(await sandbox.cutoverState(), digest);
    if (made === undefined) throw error;
    return made;
  }
};

/** The result of the cutover that the service has now, if this plan made it. */
export const resultOf = (state: CutoverState, digest: string): CutoverResult | undefined => {
  const { cutOver, planDigest, at, endpoints, notCarried, carriedHeaders: headers } = state;
  if (!cutOver || planDigest !== digest) return undefined;
  if (at === undefined || endpoints === undefined || notCarried === undefined || headers === undefined) {
    return undefined;
  }
  return { at, endpoints, notCarried, carriedHeaders: headers };
};

/** The plan, as the local service takes it. */
export const orderOf = (plan: CutoverPlan, digest: string): NonNullable<CutoverRequest['plan']> => {
  const authHeader = authSourceOf(plan);
  return {
    digest,
    ruleIds: plan.snapshot.rules.map(({ id }) => id),
    endpoints: plan.endpoints.map(({ url, eventTypes, companyId, fromRules }) => ({
      url,
      eventTypes,
      ...(companyId === undefined ? {} : { companyId }),
      ruleIds: fromRules,
    })),
    ...(authHeader === undefined ? {} : { authHeader }),
  };
};

/** undefined: no endpoint is planned, so none carries it. */
export const authSourceOf = ({
  endpoints,
}: Pick<CutoverPlan, 'endpoints'>): 'profile' | 'portal' | 'none' | undefined => {
  if (endpoints.length === 0) return undefined;
  const auth = endpoints
    .flatMap(({ headers }) => headers)
    .find(({ name }) => name.toLowerCase() === carriedHeaders.auth.toLowerCase());
  return auth === undefined || auth.source === 'always' ? 'none' : auth.source;
};

/** What is recorded of a cutover; of two at once, the first that is recorded counts. */
export const grantedActions = (
  { request }: EligibilityFacts,
  state: CaseState,
  made: { readonly result: CutoverResult; readonly planDigest?: string },
  step: { by: string; note?: string },
): CaseAction[] => [
  ...(standingGrant(state) !== undefined
    ? []
    : [{ kind: 'cutover.granted' as const, content: { targetId: state.targetId, ...made } }]),
  ...(request.stateOf(state) === 'sent' ? [{ kind: 'request.confirmed' as const, content: step }] : []),
];
