import { canonicalDigest } from '#base/canonical.ts';
import type { CutoverPlan, Precondition } from '#contract/cutover.ts';
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
import { type Judged, type LastReading, preconditionsFor } from './preconditions.ts';
import { readSnapshot } from './read-snapshot.ts';
import type { Shown } from './task-texts.ts';

/** A reading with what else a plan of it depends on. */
export interface Read extends LastReading {
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

export interface ReadingParts {
  readonly cases: Cases;
  readonly targets: Targets;
  readonly eligibility: EligibilityFacts;
}

/** Readings of targets, kept in memory as long as the desk runs, and the plans that they give. */
export const createReadings = (context: DeskContext, parts: ReadingParts) => {
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
    read,
    /** The same, and what was a draft before is one after it. */
    async readAgain(state: CaseState): Promise<void> {
      const isDraft = reads.get(state.id)?.isDraft === true;
      const from = await read(state);
      from.isDraft = isDraft;
    },
    draftOf,
    /** What a plan requires, as it is known without reading the target. */
    judge,
    /** The frozen plan, or the draft if there is none. */
    current,
    shown,
  };
};

/** Readings that are kept in memory. */
const mostReads = 100;

const readTarget = async (
  context: DeskContext,
  { cases, targets, eligibility }: ReadingParts,
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

export const drafted = (eligibility: EligibilityFacts, state: CaseState, from: Read): CutoverPlan => {
  const { snapshot, targetId, targetClientId, isGiven } = from;
  const facts = planFacts(state, eligibility, targetClientId);
  return makePlan(snapshot, targetId, isGiven ? { ...facts, portal: 'value' } : facts);
};

/** With the profile as it was read, unless the case knows a later one. */
const asRead = (state: CaseState, from: Read | undefined): CaseState => {
  const isNewest = from?.targetId === state.targetId && (state.profileHeader?.seq ?? 0) <= from.revision;
  if (!isNewest) return state;
  const { isHere, targetId, snapshot } = from;
  return foldAll(state, 'carryover', profileObserved(state, isHere, targetId, snapshot.authHeader?.mark));
};

export const judgedOf = (plan: CutoverPlan): Judged => ({ plan, digest: canonicalDigest(plan) });
