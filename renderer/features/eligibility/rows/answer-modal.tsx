import type { EligibilityView, RowResult } from '#contract/eligibility.ts';
import { useAnswerRow } from './answer-row.ts';
import { ResultModal } from './result-modal.tsx';

interface AnswerModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly caseId: string;
  readonly definition: EligibilityView['rows'][number];
  readonly result: RowResult;
  /** The current answer. */
  readonly before: EligibilityView['answers'][number] | undefined;
}

/** A person answers what no file shows. */
export const AnswerModal = ({ opened, onClose, caseId, definition, before }: AnswerModalProps) => {
  const { row, setup, absentByAnswer } = definition;
  const answer = useAnswerRow(caseId, row, before);
  return (
    <ResultModal
      opened={opened}
      onClose={onClose}
      title={`Answer: ${setup}`}
      text="Evidence that finds the setup outweighs a manual answer."
      whyNotAbsent={
        absentByAnswer ? undefined : 'Needs evidence: check source code or traffic, or override the result.'
      }
      noteLabel="Source of the answer"
      noteHelp="Such as who was asked or where it was looked up"
      action="Save answer"
      failed="Answer not saved"
      draft={`case:${caseId}:answer:${row}`}
      saving={answer}
      onSubmit={(values, onSuccess) => answer.mutate(values, { onSuccess })}
    />
  );
};
