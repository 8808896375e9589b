import type { EligibilityRow, EligibilityView, OverrideRequest } from '#contract/eligibility.ts';
import { useEligibilityChange } from '#renderer/features/eligibility/eligibility-query.ts';
import { api } from '#renderer/lib/api.ts';

type Override = EligibilityView['overrules'][number];

const address = (caseId: string, row: EligibilityRow): string => `/api/cases/${caseId}/rows/${row}/overrule`;
const put = (caseId: string, row: EligibilityRow, { state, by, reason }: OverrideRequest) =>
  api.put<EligibilityView>(address(caseId, row), { state, by, reason });
const remove = (caseId: string, row: EligibilityRow) => api.delete<EligibilityView>(address(caseId, row));

/** @param before the current override, restored by Undo */
export const useOverrideRow = (caseId: string, row: EligibilityRow, before: Override | undefined) =>
  useEligibilityChange<OverrideRequest>({
    make: (override) => put(caseId, row, override),
    done: 'Result overridden.',
    undo: () => (before === undefined ? remove(caseId, row) : put(caseId, row, before)),
  });

export const useRemoveOverride = (caseId: string, override: Override) =>
  useEligibilityChange<void>({
    make: () => remove(caseId, override.row),
    done: 'Override withdrawn.',
    undo: () => put(caseId, override.row, override),
  });
