import type { CaseAction, CaseActionOf } from '#contract/case.ts';
import type { Tx } from '#desk/store/store.ts';
import { refuseMissingTarget, refuseTakenName } from './case-names.ts';
import { refuseConflict } from './conflicts.ts';
import { refuseAct } from './permitted.ts';
import type { CaseRecords } from './records.ts';
import type { CaseState } from './state.ts';

export type Decide = CaseAction | ((state: CaseState) => readonly CaseAction[]);

/** Appends what is decided of the case as it is within the unit of work, unless that is refused. */
export type Commit = (
  tx: Tx,
  caseId: string,
  actor: string,
  decide: Decide,
  revision?: number,
  byRunbook?: boolean,
) => Promise<CaseState>;

export const createCommit =
  (records: CaseRecords): Commit =>
  async (tx, caseId, actor, decide, revision, byRunbook) => {
    const state = await records.read(tx, caseId);
    const actions = typeof decide === 'function' ? decide(state) : [decide];
    if (actions.length === 0) return state;
    // What overtook the action tells more than that its object is gone.
    if (revision !== undefined) await refuseConflict(tx, state, actions, revision);
    refuseAct(state, actions, byRunbook);
    for (const action of actions) if (action.kind === 'case.changed') await refuseChange(tx, state, action);
    return records.append(tx, caseId, actor, actions);
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
