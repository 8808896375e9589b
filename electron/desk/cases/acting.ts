import type { CaseAction, CaseActionOf } from '#contract/case.ts';
import type { Tx } from '#desk/store/store.ts';
import { refuseMissingTarget, refuseTakenName } from './case-names.ts';
import type { FourEyes, Needs } from './four-eyes.ts';
import { mergedOver } from './merging/merging.ts';
import { overrideIn } from './overriding.ts';
import { refuseAct } from './permitted.ts';
import type { CaseRecords } from './records.ts';
import type { CaseState } from './state.ts';
import type { StepEngine } from './steps/index.ts';

export type Decide = CaseAction | ((state: CaseState) => readonly CaseAction[]);

/**
 * Appends what is decided of the case as it is within the unit of work, unless that is refused; and the steps that move
 * with it. The approval that it needs, where a policy asks for one, is used with it.
 */
export type Commit = (
  tx: Tx,
  caseId: string,
  actor: string,
  decide: Decide,
  options?: CommitOptions,
) => Promise<CaseState>;

interface CommitOptions {
  readonly revision?: number | undefined;
  readonly needs?: Needs | undefined;
}

export const createCommit =
  (records: CaseRecords, steps: StepEngine, fourEyes: FourEyes): Commit =>
  async (tx, caseId, actor, decide, { revision, needs } = {}) => {
    const state = await records.read(tx, caseId);
    const wanted = typeof decide === 'function' ? decide(state) : [decide];
    // What overtook the action tells more than that its object is gone.
    const merged = revision === undefined ? wanted : await mergedOver(tx, records, state, wanted, revision);
    const operation = needs?.(state) ?? overrideIn(state, merged);
    const used = operation === undefined ? [] : await fourEyes.demand(tx, state, actor, operation);
    const actions = [...used, ...merged];
    refuseAct(state, actions);
    await steps.refuseByHand(state, actions, tx);
    for (const action of actions) if (action.kind === 'case.changed') await refuseChange(tx, state, action);
    const all = await steps.settled(state, actor, actions, tx);
    const after = all.length === 0 ? state : await records.append(tx, caseId, actor, all);
    return steps.shown(after, tx);
  };

/** @throws CatalogueError `target.notFound`, `case.nameTaken` */
const refuseChange = async (
  tx: Tx,
  { id }: CaseState,
  { content: { changes } }: CaseActionOf<'case.changed'>,
): Promise<void> => {
  if (changes.targetId !== undefined) await refuseMissingTarget(tx, changes.targetId);
  if (changes.name !== undefined) await refuseTakenName(tx, changes.name, id);
};
