import type { EligibilityView, RowResult } from '#contract/eligibility.ts';
import { formatRowState } from '#contract/verdict-labels.ts';
import { useOverrideRow } from './override-row.ts';
import { SaidModal } from './said-modal.tsx';

interface OverrideModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly caseId: string;
  readonly definition: EligibilityView['rows'][number];
  readonly result: RowResult;
  /** The override that counts until now. */
  readonly before: EligibilityView['overrules'][number] | undefined;
}

/** For who knows better than the evidence. */
export const OverrideModal = ({
  opened,
  onClose,
  caseId,
  definition,
  result,
  before,
}: OverrideModalProps) => {
  const { row, setup } = definition;
  const overrule = useOverrideRow(caseId, row, before);
  return (
    <SaidModal
      opened={opened}
      onClose={onClose}
      title={`Override: ${setup}`}
      text={`Result now: ${formatRowState(result.state)}. An override counts more than all evidence, until something new is found. The migration request names it.`}
      wordsLabel="Reason"
      wordsHelp="Why the evidence is wrong, or does not matter."
      action="Override result"
      draft={`case:${caseId}:overrule:${row}`}
      busy={overrule.isPending}
      error={overrule.error}
      onSubmit={({ state, by, words }, forget) =>
        overrule.mutate(
          { state, by, reason: words },
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
