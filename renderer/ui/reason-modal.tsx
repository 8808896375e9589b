import { Modal, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDraftForm } from '#renderer/lib/use-draft-form.ts';
import { ActionForm } from './action-form.tsx';

interface ReasonModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What follows from it. */
  readonly text: ReactNode;
  /** What the button does, such as "Dismiss the finding". */
  readonly action: string;
  /** Unique: the reason is kept under it until it is sent. */
  readonly draft: string;
  readonly busy: boolean;
  readonly error: unknown;
  /** Asks also who approved it, where that is another person than the one who records it. */
  readonly withApprover?: boolean;
  /** @param forget drops what was typed, once it is sent */
  readonly onSubmit: (reason: string, forget: () => void, approver: string) => void;
}

/** Asks for a reason, which stays on record. */
export const ReasonModal = (props: ReasonModalProps) => (
  <Modal opened={props.opened} onClose={props.onClose} title={props.title} size="lg">
    {props.opened && <ReasonForm key={props.draft} {...props} />}
  </Modal>
);

const ReasonForm = (props: ReasonModalProps) => {
  const { text, action, draft, busy, error, withApprover = false, onSubmit, onClose } = props;
  const form = useDraftForm({ draft, initialValues: { reason: '', by: '' }, error });
  return (
    <ActionForm
      form={form}
      saving={{ isPending: busy, error }}
      action={action}
      onSubmit={({ reason, by }) => onSubmit(reason.trim(), form.forget, by.trim())}
      onCancel={onClose}
    >
      <Text component="div">{text}</Text>
      {withApprover && (
        <TextInput label="Approved by" required data-autofocus {...form.getInputProps('by')} />
      )}
      <Textarea
        label="Reason"
        description="Stays on record, with your name and the time."
        required
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus={!withApprover || undefined}
        {...form.getInputProps('reason')}
      />
    </ActionForm>
  );
};
