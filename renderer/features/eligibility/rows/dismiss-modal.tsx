import type { Finding } from '#contract/eligibility.ts';
import { findingPlace } from '#renderer/features/eligibility/finding-place.ts';
import { ReasonModal } from '#renderer/ui/reason-modal.tsx';
import { useDismissFinding } from './dismiss-finding.ts';

interface DismissModalProps {
  readonly caseId: string;
  readonly finding: Finding;
  readonly onClose: () => void;
}

/** Asks why a finding is none. */
export const DismissModal = ({ caseId, finding, onClose }: DismissModalProps) => {
  const dismiss = useDismissFinding(caseId, finding);
  return (
    <ReasonModal
      opened
      onClose={onClose}
      title="Dismiss the finding"
      text={`${findingPlace(finding)}: it no longer counts, also when a later check sees it again. More calls, or later ones, than are known now do count.`}
      action="Dismiss the finding"
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
