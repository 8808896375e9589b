import type { DeskStore } from '#desk/store/store.ts';
import type { Commit } from './acting.ts';
import { ApprovalAsked, type FourEyes } from './four-eyes.ts';
import type { CaseRecords } from './records.ts';

interface Parts {
  readonly store: DeskStore;
  readonly records: Pick<CaseRecords, 'read'>;
  readonly commit: Commit;
  readonly fourEyes: FourEyes;
}

/**
 * Where approvals are asked for: the one place of the desk. Nothing of the attempt is left by then.
 * @returns what does `work`, and throws what it throws; `approval.needed`, `approval.planChanged` instead of ApprovalAsked
 */
export const createAsking =
  ({ store, records, commit, fourEyes }: Parts) =>
  async <T>(caseId: string, actor: string, work: () => Promise<T>): Promise<T> => {
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
  };
