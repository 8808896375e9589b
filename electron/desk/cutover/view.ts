import { present } from '#base/lists.ts';
import type { CutoverPlanView, CutoverView, Precondition, SoakObservation } from '#contract/cutover.ts';
import { localTargetId } from '#contract/target.ts';
import type { CaseState } from '#desk/cases/state.ts';
import type { CaseFacts } from './eligibility-facts.ts';
import { nextOf } from './next.ts';
import {
  type FrozenPlan,
  grantOf,
  isReversedSince,
  isSoakOver,
  lastOn,
  planOf,
  soakOf,
} from './on-target.ts';
import { planViewOf } from './plan/plan-view.ts';
import { stagesOf, stateOf } from './stages.ts';

/** What a view needs besides the case. */
export interface ViewParts {
  readonly eligibility: CaseFacts;
  /** A plan that is not frozen, kept in memory. */
  readonly draft?: CutoverPlanView | undefined;
  /** The last look at the soak, also one that said nothing new. */
  readonly seen?: SoakObservation | undefined;
  /** As they are known without reading the target. */
  readonly preconditionsOf: (state: CaseState) => Precondition[];
}

/** Everything about the cutover of a case, as the case knows it: the target is not read. */
export const cutoverView = (state: CaseState, parts: ViewParts): CutoverView => {
  const { eligibility, draft, preconditionsOf } = parts;
  const { id, revision, targetId } = state;
  const stages = stagesOf(state, eligibility);
  const preconditions = preconditionsOf(state);
  const plan = planOf(state);
  const next = nextOf(state, stages);
  const check = lastOn(state.cutoverChecks, targetId);
  return {
    caseId: id,
    revision,
    targetId,
    local: targetId === localTargetId,
    state: stateOf(state, stages),
    stages,
    ...(next === undefined ? {} : { next }),
    ...(plan === undefined ? {} : { plan: frozenView(plan, preconditions) }),
    ...(draft === undefined ? {} : { draft }),
    preconditions,
    comparisons: comparisonsOf(state, plan?.digest),
    ...grantedIn(state),
    ...(check === undefined ? {} : { check: checkOf(check) }),
    ...soakIn(state, parts.seen),
    ...completedIn(state, stages),
    rollbacks: rollbacksOf(state),
  };
};

const frozenView = (plan: FrozenPlan, preconditions: Precondition[]): CutoverPlanView => {
  const { at, actor, by, seq } = plan;
  return planViewOf(plan, { read: at, preconditions, frozen: { at, actor, seq, ...present({ by }) } });
};

const comparisonsOf = (
  { comparisons, targetId }: CaseState,
  digest: string | undefined,
): CutoverView['comparisons'] =>
  comparisons
    .filter((one) => one.targetId === targetId)
    .map(({ seq, at, actor, source, planDigest, report }) => ({
      seq,
      at,
      actor,
      source,
      planDigest,
      current: planDigest === digest,
      report,
    }))
    .reverse();

const grantedIn = (state: CaseState): Pick<CutoverView, 'granted'> => {
  const grant = grantOf(state);
  if (grant === undefined || isReversedSince(state, grant.seq)) return {};
  const { at, actor, result } = grant;
  return { granted: { at, actor, result } };
};

const checkOf = ({
  at,
  done,
  state,
  expectations,
}: CaseState['cutoverChecks'][number]): NonNullable<CutoverView['check']> => ({
  at,
  done,
  ...(state === undefined ? {} : { state }),
  expectations,
});

const soakIn = (state: CaseState, seen: SoakObservation | undefined): Pick<CutoverView, 'soak'> => {
  const soak = soakOf(state);
  if (soak === undefined) return {};
  const { at, until, by, observations } = soak;
  const last = seen ?? observations.at(-1);
  return {
    soak: {
      started: at,
      until,
      by,
      state: isSoakOver(soak) ? 'over' : 'running',
      ...(last === undefined ? {} : { last }),
      history: observations.slice(-longestHistory).reverse(),
    },
  };
};

const longestHistory = 200;

const completedIn = (state: CaseState, stages: CutoverView['stages']): Pick<CutoverView, 'completed'> => {
  const completion = lastOn(state.completions, state.targetId);
  const isReached = stages.some(({ id, reached }) => id === 'completed' && reached);
  if (completion === undefined || !isReached) return {};
  const { at, by, note } = completion;
  return { completed: { at, by, ...(note === undefined ? {} : { note }) } };
};

const rollbacksOf = (state: CaseState): CutoverView['rollbacks'] =>
  state.rollbacks
    .filter((one) => one.targetId === state.targetId)
    .map(({ seq, at, by, reason }) => ({
      at,
      by,
      reason,
      state: isReversedSince(state, seq) ? ('done' as const) : ('requested' as const),
    }))
    .reverse();
