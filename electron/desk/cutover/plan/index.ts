import { canonicalDigest } from '#base/canonical.ts';
import type { CaseAction } from '#contract/case.ts';
import type {
  ConflictDecision,
  CutoverPlan,
  CutoverPlanView,
  PlanRequest,
  Precondition,
} from '#contract/cutover.ts';
import { CatalogueError } from '#contract/errors.ts';
import type { Cases } from '#desk/cases/cases.ts';
import { profileObserved } from '#desk/cases/profile-header.ts';
import type { CaseState } from '#desk/cases/state.ts';
import { foldAll } from '#desk/cases/steps/index.ts';
import { writtenHere } from '#desk/cases/written-here.ts';
import type { EligibilityFacts } from '#desk/cutover/eligibility-facts.ts';
import { planOf } from '#desk/cutover/on-target.ts';
import type { DeskContext } from '#desk/store/context.ts';
import { clientIdOf } from '#desk/targets/read-client-id.ts';
import type { Targets } from '#desk/targets/targets.ts';
import { makePlan } from './make-plan.ts';
import { planFacts } from './plan-facts.ts';
import { planMarkdown } from './plan-markdown.ts';
import { planViewOf } from './plan-view.ts';
import { type Judged, type LastReading, openForPlan, preconditionsFor } from './preconditions.ts';
import { readSnapshot } from './read-snapshot.ts';
import { createTaskTexts, type Shown } from './task-texts.ts';

export interface PlanParts {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly eligibility: EligibilityFacts;
  /** Steps that a case from before there were plans lacks: added when one is frozen. */
  readonly missingSteps?: (state: CaseState) => CaseAction[];
}

/** A reading with what else a plan of it depends on. */
interface Read extends LastReading {
  readonly targetClientId: string | undefined;
  /** The case's revision when it was read. */
  readonly revision: number;
  /** A plan was made of it that is not frozen. */
  isDraft: boolean;
  /** The portal's auth header was given for this plan alone. */
  readonly isGiven: boolean;
  /** The plan that it gave last, and the digest of the case that it is of: a view asks for it several times. */
  last?: { readonly of: string; readonly judged: Judged };
}

/** The plan of a cutover: drafted, its conflicts decided, frozen. Source: `docs/reference/rules/cutover.md#plan`. */
export const createPlans = (context: DeskContext, parts: PlanParts) => {
  const { cases, eligibility } = parts;
  const reads = new Map<string, Read>();
  const read = async (state: CaseState, given?: string): Promise<Read> => {
    const found = await readTarget(context, parts, state, given);
    reads.delete(state.id);
    reads.set(state.id, found);
    const [oldest] = reads.keys();
    if (reads.size > mostReads && oldest !== undefined) reads.delete(oldest);
    return found;
  };

  /** The draft of the case as it is. A header that was supplied since asks for another reading. */
  const draftOf = (state: CaseState): { judged: Judged; from: Read } | undefined => {
    const from = reads.get(state.id);
    const isOf = from?.isDraft === true && from.targetId === state.targetId;
    if (!isOf || (state.portalHeader?.seq ?? 0) > from.revision) return undefined;
    if (from.last?.of !== state.digest) {
      from.last = { of: state.digest, judged: judgedOf(drafted(eligibility, state, from)) };
    }
    const { judged } = from.last;
    return judged.digest === planOf(state)?.digest ? undefined : { judged, from };
  };
  const judge = (state: CaseState, judged: Judged | undefined): Precondition[] => {
    const reading = reads.get(state.id);
    return preconditionsFor({ state: asRead(state, reading), eligibility, judged, reading });
  };
  const current = (state: CaseState): Judged | undefined => planOf(state) ?? draftOf(state)?.judged;
  const shown = async (caseId: string): Promise<Shown> => {
    const state = await cases.state(caseId);
    const judged = draftOf(state)?.judged ?? planOf(state);
    if (judged === undefined) throw new CatalogueError('cutoverPlan.none');
    return { state, judged };
  };

  return {
    /**
     * Reads the target and plans. `freeze` also records the plan, unless the last one is the same.
     * @throws CatalogueError `cutoverPlan.notReady`, `cutoverPlan.legacyGone`, `cutoverPlan.moving`, `target.…`
     */
    async plan(caseId: string, { freeze = false }: PlanRequest, actor: string): Promise<void> {
      await eligibility.catchUp(caseId);
      const from = await read(await cases.state(caseId));
      from.isDraft = true;
      if (!freeze) return;
      await cases.act(caseId, actor, (state) => frozen(parts, state, from, actor));
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
        const decided = decisions(eligibility, refuseOtherTarget(state, from), from, by);
        return [...decided, ...frozen(parts, foldAll(state, actor, decided), from, actor)];
      });
    },
    /**
     * Decides which of two values of a header is carried over, as they are now.
     * @throws CatalogueError `cutoverPlan.noConflict`, and as `plan`
     */
    async decide(caseId: string, { header, use, by }: ConflictDecision, actor: string): Promise<void> {
      const from = await read(await cases.state(caseId));
      from.isDraft = true;
      await cases.act(caseId, actor, (state) => {
        const { conflicts } = drafted(eligibility, refuseOtherTarget(state, from), from);
        const conflict = conflicts.find((one) => one.header.toLowerCase() === header.toLowerCase());
        if (conflict === undefined) throw new CatalogueError('cutoverPlan.noConflict', { header });
        return [decision(state, conflict, use, by)];
      });
    },
    /** Reads the target again: whether the frozen plan may be carried out now. @throws CatalogueError as `plan` */
    async recheck(caseId: string): Promise<Precondition[]> {
      const state = await cases.state(caseId);
      const { isDraft = false } = reads.get(caseId) ?? {};
      const from = await read(state);
      from.isDraft = isDraft;
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

/** Readings that are kept in memory. */
const mostReads = 100;

const readTarget = async (
  context: DeskContext,
  { cases, targets, eligibility }: PlanParts,
  state: CaseState,
  given?: string,
): Promise<Read> => {
  const { id, targetId, revision, portalHeader } = state;
  const { secretName } = eligibility.portalHeader;
  const isSupplied = portalHeader?.masked !== undefined;
  const inPortal = given ?? (isSupplied ? await cases.secret(id, secretName) : undefined);
  const client = await targets.client(targetId);
  return {
    ...(await readSnapshot(context, client, inPortal)),
    isPortalSealed: isSupplied && inPortal === undefined,
    isHere: await context.store.read((reader) => writtenHere(reader, id)),
    targetClientId: state.clientId === undefined ? await clientIdOf(targets, targetId) : undefined,
    revision,
    isDraft: false,
    isGiven: given !== undefined,
  };
};

const drafted = (eligibility: EligibilityFacts, state: CaseState, from: Read): CutoverPlan => {
  const { snapshot, targetId, targetClientId, isGiven } = from;
  const facts = planFacts(state, eligibility, targetClientId);
  return makePlan(snapshot, targetId, isGiven ? { ...facts, portal: 'value' } : facts);
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

/** With the profile as it was read, unless the case knows a later one. */
const asRead = (state: CaseState, from: Read | undefined): CaseState => {
  const isNewest = from?.targetId === state.targetId && (state.profileHeader?.seq ?? 0) <= from.revision;
  if (!isNewest) return state;
  const { isHere, targetId, snapshot } = from;
  return foldAll(state, 'carryover', profileObserved(state, isHere, targetId, snapshot.authHeader?.mark));
};

const judgedOf = (plan: CutoverPlan): Judged => ({ plan, digest: canonicalDigest(plan) });

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
  actor: string,
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
    ...(isFrozen ? [] : [{ kind: 'cutover.planned' as const, content: { targetId, digest, plan } }]),
    ...missingSteps(before),
  ];
};
