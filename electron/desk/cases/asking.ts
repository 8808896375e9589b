import type { DeskStore, Tx } from '#desk/store/store.ts';
import type { Commit, Decide } from './acting.ts';
import { ApprovalAsked, type FourEyes, type Operation } from './four-eyes.ts';
import type { CaseRecords } from './records.ts';
import type { CaseState } from './state.ts';

interface Parts {
  readonly store: DeskStore;
  readonly records: Pick<CaseRecords, 'read'>;
  readonly commit: Commit;
  readonly fourEyes: FourEyes;
}

/** What is about to be done, of the case as it is within the unit of work; undefined: nothing that ever needs a second person. */
export type Needs = (state: CaseState) => Operation | undefined;

/** Where approvals are used, and asked for: the one place of the desk. */
export const createAsking = ({ store, records, commit, fourEyes }: Parts) => ({
  /** What is decided, after the use of the approval that it needs. */
  async using(tx: Tx, caseId: string, actor: string, decide: Decide, needs?: Needs): Promise<Decide> {
    const state = needs && (await records.read(tx, caseId));
    const operation = state && needs?.(state);
    if (state === undefined || operation === undefined) return decide;
    const used = await fourEyes.demand(tx, state, actor, operation);
    if (used.length === 0) return decide;
    return (now) => [...used, ...(typeof decide === 'function' ? decide(now) : [decide])];
  },
  /** Nothing of the attempt is left when the approval is asked for. @throws what `work` throws; `approval.…` instead of ApprovalAsked */
  async asking<T>(caseId: string, actor: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApprovalAsked)) throw error;
      throw await store.write(async (tx) => {
        const before = await records.read(tx, caseId);
        const after = await commit(tx, caseId, actor, (state) => fourEyes.ask(state, actor, error));
        return fourEyes.refusal(before, after, error);
      });
    }
  },
});
