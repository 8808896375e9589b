import type { GrantResult } from '#contract/eligibility.ts';
import { preferences } from '#renderer/lib/preferences.ts';
import { RecordModal } from './record-modal.tsx';
import { useGrant } from './request-calls.ts';

interface GrantModalProps {
  readonly caseId: string;
  readonly onClose: () => void;
  readonly onGranted: (result: GrantResult['result']) => void;
}

/** The provider's part, on the local service. */
export const GrantModal = ({ caseId, onClose, onGranted }: GrantModalProps) => {
  const grant = useGrant(caseId);
  return (
    <RecordModal
      title="Grant migration"
      text="Rules with a webhook become endpoints with the same URL and headers."
      byLabel="Granted by"
      action="Grant migration"
      failed="Migration not granted"
      by={preferences.getState().actor}
      draft={`case:${caseId}:grant`}
      saving={grant}
      onClose={onClose}
      onSubmit={(body, onSuccess) =>
        grant.mutate(body, {
          onSuccess: ({ result }) => {
            onSuccess();
            onGranted(result);
          },
        })
      }
    />
  );
};
