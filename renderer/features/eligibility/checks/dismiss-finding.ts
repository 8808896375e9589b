import type { EligibilityView, Finding } from '#contract/eligibility.ts';
import { useEligibilityChange } from '#renderer/features/eligibility/eligibility-change.ts';
import { api } from '#renderer/lib/api.ts';

const address = (caseId: string, findingId: string): string =>
  `/api/cases/${caseId}/findings/${findingId}/dismissal`;
const restore = (caseId: string, findingId: string) =>
  api.delete<EligibilityView>(address(caseId, findingId));

export const useDismissFinding = (caseId: string, { id, row }: Pick<Finding, 'id' | 'row'>) =>
  useEligibilityChange<string>({
    make: (reason) => api.post<EligibilityView>(address(caseId, id), { row, reason }),
    done: 'Finding dismissed.',
    undo: () => restore(caseId, id),
  });
