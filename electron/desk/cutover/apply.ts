import type { CaseAction } from '#contract/case.ts';
import type { ApplyRequest, Precondition } from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { CutoverResult, CutoverState } from '#contract/sandbox.ts';
import type { ServiceControl } from '#contract/service-control.ts';
import type { Cases } from '#desk/cases/cases.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { isStillCutOver } from '#desk/cases/still-cut-over.ts';
import type { DeskContext } from '#desk/store/context.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { authSourceOf, carryOut, grantedActions, resultOf } from './carry-out.ts';
import type { EligibilityFacts } from './eligibility-facts.ts';
import { type FrozenPlan, planOf, standingGrant } from './on-target.ts';
import { cutoverNeeds } from './operations.ts';

export interface ApplyParts {
  readonly context: Pick<DeskContext, 'fingerprint'>;
  readonly cases: Cases;
  readonly targets: Pick<Targets, 'show'>;
  readonly control: Pick<ServiceControl, 'sandbox'>;
  readonly eligibility: EligibilityFacts;
  /** Reads the target: what the frozen plan requires, as it is now. */
  readonly preconditions: (caseId: string) => Promise<readonly Precondition[]>;
}

/**
 * Carries out the frozen plan on the local service, if every precondition holds now. Carried out already: does nothing.
 * @throws CatalogueError `grant.remoteTarget`, `case.notOpen`, `cutover.noPlan`, `cutover.otherPlan`, `cutover.done`,
 * `cutover.preconditions`, `cutover.preconditionsUnknown`, `cutover.moved`, `grant.portalHeader`, `approval.…`
 */
export const applyPlan = async (
  parts: ApplyParts,
  caseId: string,
  { by, note, digest }: ApplyRequest,
  actor: string,
): Promise<void> => {
  const { cases, control, eligibility } = parts;
  await eligibility.catchUp(caseId);
  const state = await localCase(parts, caseId);
  const plan = frozenPlan(state, digest);
  const now = await control.sandbox.cutoverState();
  await recordReversal(parts, state, now, actor);
  const made = resultOf(now, plan.digest);
  if (made === undefined) await refuseOpen(parts, caseId, now);
  const result = made ?? (await carryOutApproved(parts, state, plan, actor));
  const step = { by, ...(note === undefined ? {} : { note }) };
  await cases.act(caseId, actor, (after) =>
    grantedActions(eligibility, after, { result, planDigest: plan.digest }, step),
  );
};

/**
 * Carries out a plan, with its approval where a policy asks for one. An approval is used before anything is changed: after a
 * crash in between, another one is needed.
 * @throws CatalogueError as `carryOut`, `portalHeaderFor`; `approval.…`
 */
export const carryOutApproved = async (
  parts: Pick<ApplyParts, 'context' | 'cases' | 'control' | 'eligibility'>,
  state: CaseState,
  plan: FrozenPlan,
  actor: string,
  given?: string,
): Promise<CutoverResult> => {
  const value = await portalHeaderFor(parts, state, plan, given);
  const mark = value && parts.context.fingerprint(value);
  await parts.cases.act(state.id, actor, () => [], { needs: cutoverNeeds(plan, mark) });
  return carryOut(parts.control.sandbox, plan, value);
};

/** The case, which must be open and on the local service. @throws CatalogueError `grant.remoteTarget`, `case.notOpen` */
export const localCase = async (
  { cases, targets }: Pick<ApplyParts, 'cases' | 'targets'>,
  caseId: string,
): Promise<CaseState> => {
  const state = await cases.state(caseId);
  const target = await targets.show(state.targetId);
  if (target.kind !== 'local') throw new CatalogueError('grant.remoteTarget', { target: target.name });
  if (state.state !== 'open') throw new CatalogueError('case.notOpen', { state: state.state });
  return state;
};

const frozenPlan = (state: CaseState, digest: string | undefined): FrozenPlan => {
  const plan = planOf(state);
  if (plan === undefined) throw new CatalogueError('cutover.noPlan');
  if (digest !== undefined && digest !== plan.digest) {
    throw new CatalogueError('cutover.otherPlan', { digest: plan.digest });
  }
  return plan;
};

/** A cutover that stands by the case and not by the service was reversed, and nobody noticed yet. */
export const recordReversal = async (
  { cases }: Pick<ApplyParts, 'cases'>,
  state: CaseState,
  service: CutoverState,
  actor: string,
): Promise<void> => {
  const grant = standingGrant(state);
  if (grant === undefined || isStillCutOver(service, grant)) return;
  await cases.act(state.id, actor, (now): CaseAction[] =>
    standingGrant(now)?.seq === grant.seq
      ? [{ kind: 'cutover.reversed', content: { targetId: now.targetId, how: 'unknown' } }]
      : [],
  );
};

const refuseOpen = async (parts: ApplyParts, caseId: string, { cutOver }: CutoverState): Promise<void> => {
  if (cutOver) throw new CatalogueError('cutover.done');
  const all = await parts.preconditions(caseId);
  const open = all.filter(({ holds }) => holds !== true);
  if (open.length === 0) return;
  const failing = open.filter(({ holds }) => holds === false);
  const why = (some: readonly Precondition[]) => some.map((one) => one.why).join(' ');
  throw failing.length > 0
    ? new CatalogueError('cutover.preconditions', { failing: why(failing) }, [], {
        info: { preconditions: open },
      })
    : new CatalogueError('cutover.preconditionsUnknown', { unknown: why(open) }, [], {
        info: { preconditions: open },
      });
};

/**
 * The value of the portal's auth header, where the plan carries it over.
 * @throws CatalogueError `grant.portalHeader`
 */
const portalHeaderFor = async (
  { cases, eligibility }: Pick<ApplyParts, 'cases' | 'eligibility'>,
  state: CaseState,
  { plan }: Pick<FrozenPlan, 'plan'>,
  given?: string,
): Promise<string | undefined> => {
  if (authSourceOf(plan) !== 'portal') return undefined;
  const value = given ?? (await cases.secret(state.id, eligibility.portalHeader.secretName));
  if (value === undefined) throw new CatalogueError('grant.portalHeader');
  return value;
};
