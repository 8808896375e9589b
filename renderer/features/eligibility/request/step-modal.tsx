import { preferences } from '#renderer/lib/preferences.ts';
import { RecordModal } from './record-modal.tsx';
import { useRequestStep } from './request-calls.ts';

interface StepModalProps {
  readonly caseId: string;
  readonly step: 'sent' | 'confirmed';
  readonly onClose: () => void;
}

const labels = {
  sent: { title: 'Mark request as sent', byLabel: 'Sent by', action: 'Mark as sent' },
  confirmed: { title: 'Mark request as confirmed', byLabel: 'Confirmed by', action: 'Mark as confirmed' },
} as const;

export const StepModal = ({ caseId, step, onClose }: StepModalProps) => {
  const record = useRequestStep(caseId, step);
  return (
    <RecordModal
      {...labels[step]}
      noteHelp="Such as an email or ticket number"
      failed="Request not changed"
      by={step === 'sent' ? preferences.getState().actor : ''}
      draft={`case:${caseId}:request:${step}`}
      saving={record}
      onClose={onClose}
      onSubmit={(body, onSuccess) => record.mutate(body, { onSuccess })}
    />
  );
};
