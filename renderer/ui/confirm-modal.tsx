import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

export interface ConfirmModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** What follows from it. */
  readonly text: ReactNode;
  /** What the button does, such as "Remove the key". */
  readonly action: string;
  /** What the other one does. */
  readonly cancel?: string;
  /** It takes something away. */
  readonly isDangerous?: boolean;
  readonly busy: boolean;
  /** What is being done, while it takes its time. */
  readonly progress?: string;
  readonly error: unknown;
  /** Such as "The key was not removed". */
  readonly failed: string;
  readonly onConfirm: () => void;
}

/** Says what follows before it is done. */
export const ConfirmModal = (props: ConfirmModalProps) => {
  const { opened, onClose, title, text, action, busy, error, progress } = props;
  return (
    <Modal opened={opened} onClose={onClose} title={title} size="lg">
      <Stack>
        <Text component="div">{text}</Text>
        {error ? <ErrorNotice title={props.failed} error={error} /> : undefined}
        <Group justify="flex-end" gap="xs">
          <Text c="dimmed" role="status" mr="auto">
            {busy ? progress : ''}
          </Text>
          <Button variant="default" onClick={onClose} data-autofocus={props.isDangerous || undefined}>
            {props.cancel ?? 'Cancel'}
          </Button>
          <Button
            color={props.isDangerous ? 'red' : undefined}
            loading={busy}
            onClick={props.onConfirm}
            data-autofocus={props.isDangerous ? undefined : true}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
