import type { RunbookStepView, RunbookView } from '#contract/runbook.ts';
import { ReasonButton } from '#renderer/ui/reason-button.tsx';
import { Defined } from '#renderer/ui/term.tsx';
import { overrideStep, useRestoreStep } from './restore-step.ts';
import { useRunbookChange } from './runbook.ts';

interface OverrideStepProps {
  readonly view: RunbookView;
  readonly step: RunbookStepView;
}

/** Overrides the requirement of a step, so that later steps can proceed. */
export const OverrideStep = ({
  view: { caseId, revision },
  step: { id, number, title },
}: OverrideStepProps) => {
  const restoring = useRestoreStep(caseId);
  const overriding = useRunbookChange(
    (reason: string) => overrideStep(caseId, id, { reason, revision }),
    (_, reason) => ({
      message: `Requirement of step ${number} overridden.`,
      undo: () => restoring.mutate({ step: id, reason }),
    }),
  );
  return (
    <ReasonButton
      label="Override requirement…"
      title={`Override requirement of step ${number}`}
      text={
        <Defined
          text={`An override lets later steps proceed although “${title}” is not done. The report and the handover document list what is missing.`}
          terms={['override']}
        />
      }
      action="Override requirement"
      draft={`case:${caseId}:overrule:${id}`}
      deciding={overriding}
      request={(reason) => reason}
    />
  );
};
