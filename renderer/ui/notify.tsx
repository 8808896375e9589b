import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { ErrorHelp } from './error-help.tsx';
import { Worded } from './worded.tsx';

/** Something was done; with a way back, where there is one. */
export const notifyDone = (message: string, undo?: () => void): void => {
  const id = notifications.show({
    color: 'teal',
    autoClose: undo ? 10_000 : 4000,
    message: undo ? (
      <Group justify="space-between" gap="xs">
        <Text>{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ) : (
      message
    ),
  });
};

/** A file was saved. @param saved where, as `saveFile` says it; undefined if the person cancelled */
export const notifySaved = (saved: string | undefined): void => {
  if (saved !== undefined) notifyDone(`Exported to ${saved}.`);
};

/** Something failed that has no place of its own on the screen. */
export const notifyFailed = (title: string, error: unknown): void => {
  notifications.show({
    color: 'red',
    title,
    message: (
      <>
        <Worded text={error instanceof Error ? error.message : String(error)} />
        <ErrorHelp error={error} />
      </>
    ),
    autoClose: false,
  });
};

interface Way {
  readonly label: string;
  readonly go: () => void;
}

/** Something that is good to know, and no failure; with the way to where it can be acted on, if there is one. */
export const notifyRemark = (title: string, text: string, way?: Way): void => {
  const id = notifications.show({
    color: 'blue',
    title,
    message: (
      <>
        <Worded text={text} />
        {way && (
          <Button
            display="block"
            mt="xs"
            size="compact-sm"
            variant="light"
            onClick={() => {
              notifications.hide(id);
              way.go();
            }}
          >
            {way.label}
          </Button>
        )}
      </>
    ),
    autoClose: 12_000,
  });
};
