import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RunbookStepView, RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { forgetDraft } from '#renderer/lib/drafts.ts';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { useRestoreStep } from './restore-step.ts';
import { runbookPath, useRunbookChange } from './runbook.ts';

interface OverrideStepProps {
  readonly view: RunbookView;
  readonly step: RunbookStepView;
}

/** Lets what comes after a step go on although it is not done. */
export const OverrideStep = ({
  view: { caseId, revision },
  step: { id, number, title },
}: OverrideStepProps) => {
  const [opened, setOpened] = useState(false);
  const draft = `case:${caseId}:overrule:${id}`;
  const restoring = useRestoreStep(caseId);
  const overruling = useRunbookChange(
    (reason: string) =>
      api.put<RunbookView>(`${runbookPath(caseId)}/steps/${id}/overrule`, { reason, revision }),
    () => ({ words: `Requirement of step ${number} overridden.`, undo: () => restoring.mutate(id) }),
  );
  const close = (): void => {
    setOpened(false);
    overruling.reset();
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        Override requirement…
      </Button>
      <ReasonModal
        opened={opened}
        onClose={close}
        title={`Override requirement of step ${number}`}
        text={`Later steps can go on although “${title}” is not done. What is missing stays in the report and the handover document.`}
        action="Override requirement"
        draft={draft}
        busy={overruling.isPending}
        error={overruling.error}
        onSubmit={(reason) =>
          overruling.mutate(reason, {
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
