import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Blockable } from './blockable.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { useBlockedHere } from './needs-role.tsx';

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
  /** Why it can't be done yet, shown beside the button. */
  readonly blocked?: string | undefined;
  /** The request that it makes; closing the dialog forgets its error. */
  readonly doing: { readonly isPending: boolean; readonly error: unknown; readonly reset: () => void };
  /** Shown while it is pending, such as "Restoring…". */
  readonly progress?: string;
  /** Such as "Key not removed"; left out where the error is shown elsewhere. */
  readonly failed?: string;
  readonly onConfirm: () => void;
}

/** Of what only this page does. */
export const noRequest = { isPending: false, error: undefined, reset: () => {} };

/** Says what follows before it is done. */
export const ConfirmModal = (props: ConfirmModalProps) => {
  const { opened, title, text, action, doing, progress, failed } = props;
  const here = useBlockedHere();
  // Without a request nothing of the desk is changed.
  const blocked = (doing === noRequest ? undefined : here) ?? props.blocked;
  const close = (): void => {
    if (failed !== undefined && !doing.isPending) doing.reset();
    props.onClose();
  };
  return (
    <Modal opened={opened} onClose={close} title={title} size="lg">
      <Stack>
        <Text component="div">{text}</Text>
        {failed !== undefined && doing.error ? <ErrorNotice title={failed} error={doing.error} /> : undefined}
        <Group justify="flex-end" gap="xs">
          <Text c="dimmed" role="status" mr="auto">
            {doing.isPending ? progress : blocked}
          </Text>
          <Button variant="default" onClick={close} data-autofocus={props.isDangerous || undefined}>
            {props.cancel ?? 'Cancel'}
          </Button>
          <Blockable blocked={blocked}>
            <Button
              color={props.isDangerous ? 'red' : undefined}
              loading={doing.isPending}
              onClick={props.onConfirm}
              data-autofocus={props.isDangerous ? undefined : true}
            >
              {action}
            </Button>
          </Blockable>
        </Group>
      </Stack>
    </Modal>
  );
};
