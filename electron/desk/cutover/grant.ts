import type { CutoverCheck, EligibilityRow, GrantRequest, GrantResult } from '#contract/eligibility.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CutoverResult, CutoverState } from '#contract/sandbox.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { readProfile } from '#desk/targets/read-profile.ts';
import { readRules } from '#desk/targets/read-rules.ts';
import { readWebhooks } from '#desk/targets/read-webhooks.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { adoptCutover } from './adopt.ts';
import { carryOutApproved, localCase, recordReversal } from './apply.ts';
import { grantedActions, resultOf } from './carry-out.ts';
import type { EligibilityFacts } from './eligibility-facts.ts';
import { type FrozenPlan, planOf, standingGrant } from './on-target.ts';
import { type CheckParts, verifyCutover } from './verify-cutover.ts';

interface Modules extends CheckParts {
  readonly context: Pick<DeskContext, 'fingerprint'>;
  readonly targets: Targets;
  /** Plans what is granted, and freezes it. */
  readonly freeze: (caseId: string, by: string, actor: string, portalAuthHeader?: string) => Promise<void>;
}

/** The provider's side, on the local service, and the check afterwards, on any target. */
export const createGrants = (modules: Modules) => ({
  /**
   * Carries the rules over by the plan that the request names; by one that is frozen now, where it names none. The
   * portal's auth header goes to the service, and nowhere else.
   * @throws CatalogueError `grant.remoteTarget`, `grant.portalHeader`, `migrationRequest.none`, `migrationRequest.notSent`,
   * `migrationRequest.notEligible`, `migrationRequest.outdated`, `cutoverPlan.notReady`, `cutover.done`, `cutover.moved`
   */
  grant: (caseId: string, request: GrantRequest, actor: string): Promise<GrantResult> =>
    grant(modules, caseId, request, actor),
  /**
   * Whether endpoints and headers are there.
   * @throws CatalogueError `target.unreachable`, `target.refused`, `target.malformed`
   */
  check: (caseId: string, actor: string): Promise<CutoverCheck> => verifyCutover(modules, caseId, actor),
});

interface Made {
  readonly result: CutoverResult;
  /** undefined: of a cutover that was adopted, by no plan that the case knows. */
  readonly planDigest?: string;
}

const grant = async (
  modules: Modules,
  caseId: string,
  { by, note, portalAuthHeader }: GrantRequest,
  actor: string,
): Promise<GrantResult> => {
  const { cases, control, eligibility } = modules;
  await eligibility.catchUp(caseId);
  const state = await localCase(modules, caseId);
  refuseUnfit(eligibility, state);
  const now = await control.sandbox.cutoverState();
  await recordReversal(modules, state, now, actor);
  const before = await cases.state(caseId);
  const header = portalAuthHeader ?? (await suppliedHeader(modules, before));
  if (header === undefined) await refuseLostHeader(modules, before);
  const made = now.cutOver
    ? await adopted(modules, before, now, header)
    : await cutOver(modules, before, { by, actor, ...(header === undefined ? {} : { header }) });
  const step = { by, ...(note === undefined ? {} : { note }) };
  const after = await cases.act(caseId, actor, (latest) => grantedActions(eligibility, latest, made, step));
  return { result: made.result, request: eligibility.request.viewOf(after) };
};

/** The plan is made of what is granted: that one was frozen since, for which no request was sent, is no hindrance. */
const refuseUnfit = ({ request }: EligibilityFacts, state: CaseState): void => {
  const named = state.request?.document.plan;
  request.refuseOutdated(named === undefined ? { ...state, plans: [] } : state);
  request.refuseUnsent(state, 'granted');
};

/** undefined also where its value was left out of an import, or its key is lost. */
const suppliedHeader = async (
  { cases, eligibility }: Modules,
  state: CaseState,
): Promise<string | undefined> =>
  state.portalHeader?.masked !== undefined && isPresent(eligibility, state, 'auth-header-portal')
    ? cases.secret(state.id, eligibility.portalHeader.secretName)
    : undefined;

const cutOver = async (
  modules: Modules,
  state: CaseState,
  { by, actor, header }: { by: string; actor: string; header?: string },
): Promise<Made> => {
  const plan = await planFor(modules, state, by, actor, header);
  const result = await carryOutApproved(modules, state, plan, actor, header);
  return { result, planDigest: plan.digest };
};

const planFor = async (
  { cases, freeze }: Modules,
  state: CaseState,
  by: string,
  actor: string,
  header: string | undefined,
): Promise<FrozenPlan> => {
  const known = planOf(state);
  if (known !== undefined && known.digest === state.request?.document.plan) return known;
  await freeze(state.id, by, actor, header);
  const plan = planOf(await cases.state(state.id));
  if (plan === undefined) throw new CatalogueError('cutover.noPlan');
  return plan;
};

/**
 * A cutover that was made and not recorded, as after a crash in between: by the plan of the case, or put together from
 * what is there.
 * @throws CatalogueError `cutover.done`
 */
const adopted = async (
  modules: Modules,
  state: CaseState,
  now: CutoverState,
  header: string | undefined,
): Promise<Made> => {
  const { control, targets, eligibility } = modules;
  if (standingGrant(state) !== undefined) throw new CatalogueError('cutover.done');
  const plan = planOf(state);
  const byPlan = plan && resultOf(now, plan.digest);
  if (byPlan !== undefined) return { result: byPlan, planDigest: plan?.digest as string };
  const client = await targets.client(state.targetId);
  const result = adoptCutover({
    rules: await readRules(client),
    webhooks: await readWebhooks(client),
    details: await control.endpoints.list(),
    needsAuth: header !== undefined || isPresent(eligibility, state, 'auth-header-portal'),
  });
  if (result === undefined) throw new CatalogueError('cutover.done');
  return { result };
};

/** Without a value that is known here, only the profile's can be carried over. @throws CatalogueError `grant.portalHeader` */
const refuseLostHeader = async ({ eligibility, targets }: Modules, state: CaseState): Promise<void> => {
  if (!isPresent(eligibility, state, 'auth-header-portal')) return;
  if (state.portalHeader?.equalsProfile !== true || eligibility.portalHeader.equaledAnother(state))
    throw new CatalogueError('grant.portalHeader');
  const profile = await readProfile(await targets.client(state.targetId));
  if (profile === 'gone' || profile.alertAuthHeader === undefined)
    throw new CatalogueError('grant.portalHeader');
};

const isPresent = ({ rowState }: EligibilityFacts, state: CaseState, wanted: EligibilityRow): boolean =>
  rowState(state, wanted) === 'present';
