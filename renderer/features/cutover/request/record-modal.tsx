import { Modal, Textarea, TextInput } from '@mantine/core';
import { useOwnName } from '#renderer/lib/own-name.ts';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from '#renderer/ui/action-form.tsx';
import { OwnNameInput } from '#renderer/ui/own-name-input.tsx';
import { useRequestStep } from './request-calls.ts';

interface RecordModalProps {
  readonly caseId: string;
  readonly step: keyof typeof labels;
  readonly onClose: () => void;
}

const labels = {
  sent: {
    title: 'Mark request as sent',
    byLabel: 'Sent by',
    action: 'Mark as sent',
    draft: 'request:sent',
  },
  confirmed: {
    title: 'Mark request as confirmed',
    byLabel: 'Confirmed by',
    action: 'Mark as confirmed',
    draft: 'request:confirmed',
  },
} as const;

/** Records who took a step of the request, with a note. */
export const RecordModal = ({ caseId, step, onClose }: RecordModalProps) => {
  const { title, byLabel, action, draft } = labels[step];
  const saving = useRequestStep(caseId, step);
  const own = useOwnName();
  // The provider confirms.
  const isOfOthers = step === 'confirmed';
  const form = useDraftForm({
    draft: `case:${caseId}:${draft}`,
    initialValues: { by: isOfOthers ? '' : own.name, note: '' },
    error: saving.error,
  });
  const close = (): void => {
    form.forget();
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} size="lg">
      <ActionForm
        form={form}
        saving={saving}
        action={action}
        failed="Request not changed"
        onSubmit={({ by, note }) =>
          saving.mutate(
            { by: isOfOthers ? by.trim() : own.over(by), note: note.trim() || undefined },
            { onSuccess: close },
          )
        }
        onCancel={onClose}
      >
        {isOfOthers ? (
          <TextInput label={byLabel} required data-autofocus {...form.getInputProps('by')} />
        ) : (
          <OwnNameInput label={byLabel} data-autofocus {...form.getInputProps('by')} />
        )}
        <Textarea
          label="Note"
          description="Such as an email or ticket number"
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('note')}
        />
      </ActionForm>
    </Modal>
  );
};
