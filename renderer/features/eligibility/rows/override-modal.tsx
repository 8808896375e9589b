import type { EligibilityView, RowResult } from '#contract/eligibility.ts';
import { formatRowState } from '#contract/verdict-labels.ts';
import { useOverrideRow } from './override-row.ts';
import { ResultModal } from './result-modal.tsx';

interface OverrideModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly caseId: string;
  readonly definition: EligibilityView['rows'][number];
  readonly result: RowResult;
  /** The current override. */
  readonly before: EligibilityView['overrules'][number] | undefined;
}

/** A person sets the result against the evidence. */
export const OverrideModal = ({
  opened,
  onClose,
  caseId,
  definition,
  result,
  before,
}: OverrideModalProps) => {
  const { row, setup } = definition;
  const override = useOverrideRow(caseId, row, before);
  return (
    <ResultModal
      opened={opened}
      onClose={onClose}
      title={`Override: ${setup}`}
      text={`Current result: ${formatRowState(result.state)}. An override outweighs all evidence until something new is found; the migration request names it.`}
      noteLabel="Reason"
      noteHelp="Why the evidence is wrong or irrelevant"
      action="Override result"
      failed="Result not overridden"
      draft={`case:${caseId}:overrule:${row}`}
      saving={override}
      onSubmit={({ state, by, note }, onSuccess) =>
        override.mutate({ state, by, reason: note }, { onSuccess })
      }
    />
  );
};
