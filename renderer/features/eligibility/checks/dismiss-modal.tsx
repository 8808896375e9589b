import type { Finding } from '#contract/eligibility.ts';
import { findingPlace } from '#renderer/features/eligibility/finding-place.ts';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { useDismissFinding } from './dismiss-finding.ts';

interface DismissModalProps {
  readonly caseId: string;
  readonly finding: Finding;
  readonly onClose: () => void;
}

/** Asks why a finding does not count. */
export const DismissModal = ({ caseId, finding, onClose }: DismissModalProps) => {
  const dismiss = useDismissFinding(caseId, finding);
  return (
    <ReasonModal
      opened
      onClose={onClose}
      title="Dismiss finding"
      text={`${findingPlace(finding)} no longer counts, even if a later check finds it again. New calls still count.`}
      action="Dismiss finding"
      draft={`case:${caseId}:dismiss:${finding.id}`}
      busy={dismiss.isPending}
      error={dismiss.error}
      onSubmit={(reason, forget) =>
        dismiss.mutate(reason, {
          onSuccess: () => {
            forget();
            onClose();
          },
        })
      }
    />
  );
};
