import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useDraft } from '#renderer/lib/use-draft.ts';
import { ErrorNotice } from './error-notice.tsx';

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
  const [reason, setReason, forget] = useDraft(draft, '');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() !== '') onSubmit(reason.trim(), forget);
      }}
    >
      <Stack>
        <Text component="div">{text}</Text>
        <Textarea
          label="Reason"
          description="Stays on record, with your name and the time."
          required
          autosize
          minRows={3}
          maxRows={10}
          data-autofocus
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {error ? <ErrorNotice error={error} /> : undefined}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy} disabled={reason.trim() === ''}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
