import { Group } from '@mantine/core';
import type { Evidence } from '#contract/eligibility.ts';
import { ReasonButton } from '#renderer/ui/reason-button.tsx';
import { useRemoveEvidence } from './use-remove-evidence.ts';

interface RemoveEvidenceProps {
  readonly caseId: string;
  readonly evidence: Pick<Evidence, 'id' | 'origin'>;
  readonly onRemoved: () => void;
}

/** Removes evidence from the checks, with a reason. */
export const RemoveEvidence = ({ caseId, evidence, onRemoved }: RemoveEvidenceProps) => {
  const remove = useRemoveEvidence(caseId);
  return (
    <Group>
      <ReasonButton
        label="Remove evidence…"
        title="Remove evidence"
        text={`${evidence.origin} no longer counts. Evidence it replaced becomes current again.`}
        action="Remove evidence"
        draft={`case:${caseId}:remove-evidence:${evidence.id}`}
        deciding={remove}
        request={(reason) => ({ ids: [evidence.id] as const, reason })}
        onDone={onRemoved}
      />
    </Group>
  );
};
