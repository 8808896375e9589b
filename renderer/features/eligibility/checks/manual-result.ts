import type { EligibilityRow, EligibilityView } from '#contract/eligibility.ts';
import { useEligibilityChange } from '#renderer/features/eligibility/eligibility-change.ts';
import { api } from '#renderer/lib/api.ts';

/** A result of a check that a person sets. */
export interface ManualResult {
  readonly state: 'present' | 'absent';
  readonly by: string;
  /** The source of an answer, the reason of an override. */
  readonly note: string;
}

/** An answer counts until evidence finds the setup; an override counts against the evidence. */
export type ManualKind = 'answer' | 'override';

export type Recorded = ManualResult & { readonly at: string };

/** On record for a check, the current one last. */
export const manualResultsOf = (view: EligibilityView, row: EligibilityRow, kind: ManualKind): Recorded[] =>
  kind === 'answer'
    ? view.answers.filter((one) => one.row === row)
    : view.overrules.filter((one) => one.row === row).map((one) => ({ ...one, note: one.reason }));

const callsOf = (caseId: string, row: EligibilityRow, kind: ManualKind) => {
  const address = `/api/cases/${caseId}/rows/${row}/${kind === 'answer' ? 'answer' : 'overrule'}`;
  return {
    put: ({ state, by, note }: ManualResult) =>
      api.put<EligibilityView>(address, { state, by, [kind === 'answer' ? 'note' : 'reason']: note }),
    remove: () => api.delete<EligibilityView>(address),
  };
};

const messages = {
  answer: { set: 'Answer saved.', withdrawn: 'Answers withdrawn.' },
  override: { set: 'Result overridden.', withdrawn: 'Override withdrawn.' },
} as const;

interface Which {
  readonly caseId: string;
  readonly row: EligibilityRow;
  readonly kind: ManualKind;
}

/** @param before the current one, restored by Undo */
export const useSetResult = ({ caseId, row, kind }: Which, before: ManualResult | undefined) => {
  const { put, remove } = callsOf(caseId, row, kind);
  return useEligibilityChange<ManualResult>({
    make: put,
    done: messages[kind].set,
    undo: () => (before === undefined ? remove() : put(before)),
  });
};

/** Withdraws an override, or all answers of a check. @param last restored by Undo */
export const useWithdrawResult = ({ caseId, row, kind }: Which, last: ManualResult) => {
  const { put, remove } = callsOf(caseId, row, kind);
  return useEligibilityChange<void>({
    make: remove,
    done: messages[kind].withdrawn,
    undo: () => put(last),
  });
};
