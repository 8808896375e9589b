import type { EligibilityView, RowResult } from '#contract/eligibility.ts';
import { useAnswerRow } from './answer-row.ts';
import { SaidModal } from './said-modal.tsx';

interface AnswerModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly caseId: string;
  readonly definition: EligibilityView['rows'][number];
  readonly result: RowResult;
  /** The answer that counts until now. */
  readonly before: EligibilityView['answers'][number] | undefined;
}

/** For what no file shows: somebody says so. */
export const AnswerModal = ({ opened, onClose, caseId, definition, before }: AnswerModalProps) => {
  const { row, setup, absentByAnswer } = definition;
  const answer = useAnswerRow(caseId, row, before);
  return (
    <SaidModal
      opened={opened}
      onClose={onClose}
      title={`Answer: ${setup}`}
      text="For what no file shows. Evidence that finds it counts more than an answer."
      whyNotAbsent={
        absentByAnswer
          ? undefined
          : 'Its absence must be shown, not told: check the source code or traffic. If you know better than the evidence, override the result.'
      }
      wordsLabel="How they know"
      wordsHelp="Such as where it was looked up, or who was asked."
      action="Save answer"
      draft={`case:${caseId}:answer:${row}`}
      busy={answer.isPending}
      error={answer.error}
      onSubmit={({ state, by, words }, forget) =>
        answer.mutate(
          { state, by, note: words },
          {
            onSuccess: () => {
              forget();
              onClose();
            },
          },
        )
      }
    />
  );
};
