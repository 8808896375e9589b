import { Modal, Text, Textarea } from '@mantine/core';
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
  /** @param forget drops what was typed, once it is sent */
  readonly onSubmit: (reason: string, forget: () => void) => void;
}

/** Asks for a reason, which stays on record. */
export const ReasonModal = (props: ReasonModalProps) => (
  <Modal opened={props.opened} onClose={props.onClose} title={props.title} size="lg">
    {props.opened && <ReasonForm key={props.draft} {...props} />}
  </Modal>
);

const ReasonForm = ({ text, action, draft, busy, error, onSubmit, onClose }: ReasonModalProps) => {
  const form = useDraftForm({ draft, initialValues: { reason: '' }, error });
  return (
    <ActionForm
      form={form}
      saving={{ isPending: busy, error }}
      action={action}
      onSubmit={({ reason }) => onSubmit(reason.trim(), form.forget)}
      onCancel={onClose}
    >
      <Text component="div">{text}</Text>
      <Textarea
        label="Reason"
        description="Stays on record, with your name and the time."
        required
        autosize
        minRows={3}
        maxRows={10}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </ActionForm>
  );
};
