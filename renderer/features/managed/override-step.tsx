import { useState } from 'react';
import type { RunbookStepView, RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { forgetDraft } from '#renderer/lib/drafts.ts';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { useRestoreStep } from './restore-step.ts';
import { runbookPath, useRunbookChange } from './runbook.ts';

interface OverrideStepProps {
  readonly view: RunbookView;
  readonly step: RunbookStepView;
}

/** Overrides the requirement of a step, so that later steps can proceed. */
export const OverrideStep = ({
  view: { caseId, revision },
  step: { id, number, title },
}: OverrideStepProps) => {
  const [opened, setOpened] = useState(false);
  const draft = `case:${caseId}:overrule:${id}`;
  const restoring = useRestoreStep(caseId);
  const overriding = useRunbookChange(
    (reason: string) =>
      api.put<RunbookView>(`${runbookPath(caseId)}/steps/${id}/overrule`, { reason, revision }),
    () => ({ message: `Requirement of step ${number} overridden.`, undo: () => restoring.mutate(id) }),
  );
  const close = (): void => {
    setOpened(false);
    overriding.reset();
  };
  return (
    <>
      <SmallButton onClick={() => setOpened(true)}>Override requirement…</SmallButton>
      <ReasonModal
        opened={opened}
        onClose={close}
        title={`Override requirement of step ${number}`}
        text={`Later steps can proceed although “${title}” is not done. The report and the handover document list what is missing.`}
        action="Override requirement"
        draft={draft}
        busy={overriding.isPending}
        error={overriding.error}
        onSubmit={(reason) =>
          overriding.mutate(reason, {
            onSuccess: () => {
              forgetDraft(draft);
              close();
            },
          })
        }
      />
    </>
  );
};
