import type { EligibilityView } from '#contract/eligibility.ts';
import { useEligibilityChange } from '#renderer/features/eligibility/eligibility-change.ts';
import { api } from '#renderer/lib/api.ts';

interface Removal {
  /** Oldest first: removing evidence makes what it replaced current again. */
  readonly ids: readonly [string, ...string[]];
  readonly reason: string;
}

/** Without undo: a new check reads the same again. */
export const useRemoveEvidence = (caseId: string) =>
  useEligibilityChange<Removal>({
    make: async ({ ids: [first, ...others], reason }) => {
      const remove = (id: string) =>
        api.post<EligibilityView>(`/api/cases/${caseId}/evidence/${id}/removal`, { reason });
      let view = await remove(first);
      for (const id of others) view = await remove(id);
      return view;
    },
    done: 'Evidence removed.',
  });
