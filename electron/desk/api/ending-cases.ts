import type { CaseState } from '#desk/cases/state.ts';
import type { DeskModules } from './modules.ts';

interface Ending {
  readonly reason?: string | undefined;
  /** That the person read. */
  readonly revision?: number | undefined;
}

/** Closing and archiving a case, as routes and actions on many cases do it. */
export const createEnding = ({ cases, eligibility, tokens }: DeskModules) => {
  const { observations } = eligibility;
  /**
   * Nothing can be put on record afterwards: no run may go on, and what the windows saw becomes evidence. Answers what
   * looks once more for runs, within the unit of work.
   */
  const endWork = async (caseId: string, actor: string) => {
    const refuseUnfinished = await tokens.refuseUnfinished(caseId);
    for (const { id, to } of (await cases.view(caseId)).observations) {
      if (to === undefined) await observations.close(caseId, id, actor);
    }
    return refuseUnfinished;
  };
  return {
    async close(caseId: string, actor: string, { reason, revision }: Ending): Promise<CaseState> {
      const also = await endWork(caseId, actor);
      const content = reason === undefined ? {} : { reason };
      const state = await cases.act(caseId, actor, { kind: 'case.closed', content }, { revision, also });
      await tokens.forget(caseId);
      return state;
    },
    async archive(caseId: string, actor: string, revision: number): Promise<void> {
      const isOpen = (await cases.view(caseId)).state === 'open';
      const also = isOpen ? await endWork(caseId, actor) : await tokens.refuseUnfinished(caseId);
      await cases.act(caseId, actor, { kind: 'case.archived', content: {} }, { revision, also });
      await tokens.forget(caseId);
    },
  };
};
