import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Instant } from '#renderer/ui/instant.tsx';

export interface Shown {
  readonly name: string;
  readonly secret: string;
  /** Until when the former one signs, too; left out: there was none. */
  readonly formerUntil?: string;
}

interface ShownOnceProps {
  readonly shown: Shown | undefined;
  readonly onClose: () => void;
}

/** The secret: it goes with the dialog. */
export const ShownOnce = ({ shown, onClose }: ShownOnceProps) => (
  <Modal
    opened={shown !== undefined}
    onClose={onClose}
    title={`Signing secret of ${shown?.name ?? ''}`}
    size="lg"
    closeOnClickOutside={false}
  >
    {shown && (
      <Stack>
        <Alert color="orange" variant="light" icon={<IconAlertTriangle aria-hidden />}>
          Copy it now: it is not shown again. The receiver verifies signatures with it.
          {shown.formerUntil !== undefined && (
            <>
              {' '}
              The former secret signs, too, until <Instant at={shown.formerUntil} />.
            </>
          )}
        </Alert>
        <CodeBlock text={shown.secret} what="the signing secret" />
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            Done
          </Button>
        </Group>
      </Stack>
    )}
  </Modal>
);
