import type { AnswerRequest, EligibilityRow, EligibilityView } from '#contract/eligibility.ts';
import { useEligibilityChange } from '#renderer/features/eligibility/eligibility-query.ts';
import { api } from '#renderer/lib/api.ts';

type Answer = EligibilityView['answers'][number];

const address = (caseId: string, row: EligibilityRow): string => `/api/cases/${caseId}/rows/${row}/answer`;
const put = (caseId: string, row: EligibilityRow, { state, by, note }: AnswerRequest) =>
  api.put<EligibilityView>(address(caseId, row), { state, by, note });
const remove = (caseId: string, row: EligibilityRow) => api.delete<EligibilityView>(address(caseId, row));

/** @param before the current answer, restored by Undo */
export const useAnswerRow = (caseId: string, row: EligibilityRow, before: Answer | undefined) =>
  useEligibilityChange<AnswerRequest>({
    make: (answer) => put(caseId, row, answer),
    done: 'Answer saved.',
    undo: () => (before === undefined ? remove(caseId, row) : put(caseId, row, before)),
  });

/** Withdraws all answers of the check. @param last restored by Undo */
export const useWithdrawAnswers = (caseId: string, last: Answer) =>
  useEligibilityChange<void>({
    make: () => remove(caseId, last.row),
    done: 'Answers withdrawn.',
    undo: () => put(caseId, last.row, last),
  });
