import type { AnswerRequest, EligibilityRow, EligibilityView } from '#contract/eligibility.ts';
import { useEligibilityChange } from '#renderer/features/eligibility/eligibility-query.ts';
import { api } from '#renderer/lib/api.ts';

type Answer = EligibilityView['answers'][number];

const address = (caseId: string, row: EligibilityRow): string => `/api/cases/${caseId}/rows/${row}/answer`;
const put = (caseId: string, row: EligibilityRow, { state, by, note }: AnswerRequest) =>
  api.put<EligibilityView>(address(caseId, row), { state, by, note });
const remove = (caseId: string, row: EligibilityRow) => api.delete<EligibilityView>(address(caseId, row));

/** @param before the answer that counts until then: it is put back by an undo */
export const useAnswerRow = (caseId: string, row: EligibilityRow, before: Answer | undefined) =>
  useEligibilityChange<AnswerRequest>({
    make: (answer) => put(caseId, row, answer),
    done: 'The answer is on record.',
    undo: () => (before === undefined ? remove(caseId, row) : put(caseId, row, before)),
  });

/** Takes all answers of the row back. @param last put back by an undo */
export const useTakeAnswersBack = (caseId: string, last: Answer) =>
  useEligibilityChange<void>({
    make: () => remove(caseId, last.row),
    done: 'The answers were taken back.',
    undo: () => put(caseId, last.row, last),
  });
