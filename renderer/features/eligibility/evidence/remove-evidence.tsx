import { Group } from '@mantine/core';
import { useState } from 'react';
import type { Evidence } from '#contract/eligibility.ts';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { useRemoveEvidence } from './use-remove-evidence.ts';

interface RemoveEvidenceProps {
  readonly caseId: string;
  readonly evidence: Pick<Evidence, 'id' | 'origin'>;
  readonly onRemoved: () => void;
}

/** Removes evidence from the checks, with a reason. */
export const RemoveEvidence = ({ caseId, evidence, onRemoved }: RemoveEvidenceProps) => {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveEvidence(caseId);
  return (
    <Group>
      <SmallButton onClick={() => setAsking(true)}>Remove evidence…</SmallButton>
      <ReasonModal
        opened={asking}
        onClose={() => setAsking(false)}
        title="Remove evidence"
        text={`${evidence.origin} no longer counts. Evidence it replaced becomes current again.`}
        action="Remove evidence"
        draft={`case:${caseId}:remove-evidence:${evidence.id}`}
        busy={remove.isPending}
        error={remove.error}
        onSubmit={(reason, forget) =>
          remove.mutate(
            { ids: [evidence.id], reason },
            {
              onSuccess: () => {
                forget();
                onRemoved();
              },
            },
          )
        }
      />
    </Group>
  );
};
