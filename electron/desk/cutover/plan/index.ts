import { present } from '#base/lists.ts';
import type { CaseAction } from '#contract/case.ts';
import type {
  ConflictDecision,
  CutoverPlan,
  CutoverPlanView,
  PlanRequest,
  Precondition,
} from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import { profileObserved } from '#desk/cases/profile-header.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { foldAll } from '#desk/cases/steps/index.ts';
import type { EligibilityFacts } from '#desk/cutover/eligibility-facts.ts';
import { planOf } from '#desk/cutover/on-target.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { planMarkdown } from './plan-markdown.ts';
import { planViewOf } from './plan-view.ts';
import { openForPlan, preconditionsFor } from './preconditions.ts';
import { createReadings, drafted, judgedOf, type Read, type ReadingParts } from './readings.ts';
import { createTaskTexts } from './task-texts.ts';

export interface PlanParts extends ReadingParts {
  /** Steps that a case from before there were plans lacks: added when one is frozen. */
  readonly missingSteps?: (state: CaseState) => CaseAction[];
}

/** The plan of a cutover: drafted, its conflicts decided, frozen. Source: `docs/reference/rules/cutover.md#plan`. */
export const createPlans = (context: DeskContext, parts: PlanParts) => {
  const { cases, eligibility } = parts;
  const { read, readAgain, draftOf, judge, current, shown } = createReadings(context, parts);
  return {
    /**
     * Reads the target and plans. `freeze` also records the plan, unless the last one is the same.
     * @throws CatalogueError `cutoverPlan.notReady`, `cutoverPlan.legacyGone`, `cutoverPlan.moving`, `target.…`
     */
    async plan(caseId: string, { freeze = false, by }: PlanRequest, actor: string): Promise<void> {
      await eligibility.catchUp(caseId);
      const from = await read(await cases.state(caseId));
      from.isDraft = true;
      if (!freeze) return;
      await cases.act(caseId, actor, (state) => frozen(parts, state, from, { actor, by }));
      from.isDraft = false;
    },
    /**
     * The plan of a cutover that is granted at once: the portal's auth header outweighs the profile's, which is recorded.
     * @param portalAuthHeader its value, where the case does not know it
     * @throws CatalogueError as `plan`
     */
    async freezeGranted(caseId: string, by: string, actor: string, portalAuthHeader?: string): Promise<void> {
      const from = await read(await cases.state(caseId), portalAuthHeader);
      await cases.act(caseId, actor, (state) => {
        const all = decisions(eligibility, refuseOtherTarget(state, from), from, by);
        return [...all, ...frozen(parts, foldAll(state, actor, all), from, { actor, by })];
      });
    },
    /**
     * Decides which of two values of a header is carried over, as they are now.
     * @throws CatalogueError `cutoverPlan.noConflict`, and as `plan`
     */
    async decide(caseId: string, request: ConflictDecision, actor: string): Promise<void> {
      const from = await read(await cases.state(caseId));
      from.isDraft = true;
      await cases.act(caseId, actor, (state) => [decided(eligibility, state, from, request)]);
    },
    /** Reads the target again: whether the frozen plan may be carried out now. @throws CatalogueError as `plan` */
    async recheck(caseId: string): Promise<Precondition[]> {
      const state = await cases.state(caseId);
      await readAgain(state);
      return judge(state, current(state));
    },
    /** As they are known without reading the target: of the frozen plan, or of the draft if there is none. */
    preconditions: (state: CaseState): Precondition[] => judge(state, current(state)),
    /** A plan that is not frozen, unless it is the frozen one. */
    draft(state: CaseState): CutoverPlanView | undefined {
      const found = draftOf(state);
      return (
        found && planViewOf(found.judged, { read: found.from.at, preconditions: judge(state, found.judged) })
      );
    },
    /** The diff of the draft if there is one, else of the frozen plan. @throws CatalogueError `cutoverPlan.none` */
    async markdown(caseId: string): Promise<string> {
      const { state, judged } = await shown(caseId);
      return planMarkdown(judged, judge(state, judged));
    },
    tasks: createTaskTexts(shown),
  };
};

/** @throws CatalogueError `cutoverPlan.noConflict`, `cutoverPlan.notReady` */
const decided = (
  eligibility: EligibilityFacts,
  state: CaseState,
  from: Read,
  { header, use, by }: ConflictDecision,
): CaseAction => {
  const { conflicts } = drafted(eligibility, refuseOtherTarget(state, from), from);
  const conflict = conflicts.find((one) => one.header.toLowerCase() === header.toLowerCase());
  if (conflict === undefined) throw new CatalogueError('cutoverPlan.noConflict', { header });
  return decision(state, conflict, use, by);
};

/** Of conflicts that nobody decided: the portal's value is carried over. */
const decisions = (eligibility: EligibilityFacts, state: CaseState, from: Read, by: string): CaseAction[] =>
  drafted(eligibility, state, from)
    .conflicts.filter(({ use }) => use === undefined || (from.isGiven && use !== 'portal'))
    .map((conflict) => decision(state, conflict, 'portal', by));

const decision = (
  { targetId }: CaseState,
  { header, values }: CutoverPlan['conflicts'][number],
  use: ConflictDecision['use'],
  by: string,
): CaseAction => {
  const marks = values.flatMap(({ mark }) => mark ?? []);
  return { kind: 'cutover.conflictDecided', content: { targetId, header, use, by, marks } };
};

/** @throws CatalogueError `cutoverPlan.notReady` */
const refuseOtherTarget = (state: CaseState, { targetId }: Read): CaseState => {
  if (state.targetId === targetId) return state;
  throw notReady(['The target of the case was changed meanwhile.']);
};

const notReady = (problems: readonly string[]): CatalogueError =>
  new CatalogueError('cutoverPlan.notReady', { problems: problems.join(' ') });

/** What freezing records: the profile as it was read, the plan unless the last one is the same, and missing steps. */
const frozen = (
  { eligibility, missingSteps = () => [] }: PlanParts,
  before: CaseState,
  from: Read,
  { actor, by }: { readonly actor: string; readonly by: string | undefined },
): CaseAction[] => {
  const { targetId } = refuseOtherTarget(before, from);
  const observed = profileObserved(before, from.isHere, targetId, from.snapshot.authHeader?.mark);
  const state = foldAll(before, actor, observed);
  const judged = judgedOf(drafted(eligibility, state, from));
  const open = openForPlan(preconditionsFor({ state, eligibility, judged, reading: from })).filter(
    ({ id }) => !(from.isGiven && id === 'portal-header'),
  );
  if (open.length > 0) throw notReady(open.map(({ why }) => why));
  const isFrozen = planOf(before)?.digest === judged.digest;
  const { plan, digest } = judged;
  return [
    ...observed,
    ...(isFrozen
      ? []
      : [{ kind: 'cutover.planned' as const, content: { targetId, digest, plan, ...present({ by }) } }]),
    ...missingSteps(before),
  ];
};
