import { Modal, Text, Textarea, TextInput } from '@mantine/core';
import type { GrantResult } from '#contract/eligibility.ts';
import { preferences } from '#renderer/lib/preferences.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { useGrant, useRequestStep } from './request-calls.ts';

interface RecordModalProps {
  readonly caseId: string;
  /** The provider's part is granted on the local service alone. */
  readonly step: keyof typeof labels;
  readonly onClose: () => void;
  readonly onGranted?: (result: GrantResult['result']) => void;
}

const labels = {
  sent: {
    title: 'Mark request as sent',
    byLabel: 'Sent by',
    action: 'Mark as sent',
    failed: 'Request not changed',
    draft: 'request:sent',
  },
  confirmed: {
    title: 'Mark request as confirmed',
    byLabel: 'Confirmed by',
    action: 'Mark as confirmed',
    failed: 'Request not changed',
    draft: 'request:confirmed',
  },
  granted: {
    title: 'Grant migration',
    byLabel: 'Granted by',
    action: 'Grant migration',
    failed: 'Migration not granted',
    draft: 'grant',
  },
} as const;

/** Records who took a step of the request, with a note. */
export const RecordModal = ({ caseId, step, onClose, onGranted }: RecordModalProps) => {
  const isGrant = step === 'granted';
  const { title, byLabel, action, failed, draft } = labels[step];
  const recording = useRequestStep(caseId, step === 'confirmed' ? 'confirmed' : 'sent');
  const granting = useGrant(caseId);
  const saving = isGrant ? granting : recording;
  const form = useDraftForm({
    draft: `case:${caseId}:${draft}`,
    initialValues: { by: step === 'confirmed' ? '' : preferences.getState().actor, note: '' },
    error: saving.error,
  });
  const close = (): void => {
    form.forget();
    onClose();
  };
  const submit = ({ by, note }: typeof form.values): void => {
    const body = { by: by.trim(), note: note.trim() || undefined };
    if (isGrant) {
      granting.mutate(body, {
        onSuccess: ({ result }) => {
          close();
          onGranted?.(result);
        },
      });
    } else recording.mutate(body, { onSuccess: close });
  };
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <ActionForm
        form={form}
        saving={saving}
        action={action}
        failed={failed}
        onSubmit={submit}
        onCancel={onClose}
      >
        {isGrant && <Text>Rules with a webhook become endpoints with the same URL and headers.</Text>}
        <TextInput label={byLabel} required data-autofocus {...form.getInputProps('by')} />
        <Textarea
          label="Note"
          description={!isGrant && 'Such as an email or ticket number'}
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('note')}
        />
      </ActionForm>
    </Modal>
  );
};
