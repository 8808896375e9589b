import { Button, FileButton } from '@mantine/core';
import { IconFile, IconFolder } from '@tabler/icons-react';
import { bridge } from '#renderer/lib/bridge.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import type { Given } from './given.ts';
import { takeFiles, takeFolder, takePath } from './take-given.ts';

/** For who can't or won't drop something. */
export const PickButtons = ({ onPick }: { onPick: (items: readonly Given[]) => void }) => (
  <>
    <PickFolder onPick={onPick} />
    <FileButton
      multiple
      onChange={(files) => onPick(takeFiles(files))}
      inputProps={{ 'aria-label': 'Files' }}
    >
      {({ onClick }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFile size={16} aria-hidden />}
          onClick={onClick}
        >
          Choose files…
        </Button>
      )}
    </FileButton>
  </>
);

const PickFolder = ({ onPick }: { onPick: (items: readonly Given[]) => void }) => {
  const electron = bridge();
  const button = (onClick: () => void) => (
    <Button size="xs" variant="default" leftSection={<IconFolder size={16} aria-hidden />} onClick={onClick}>
      Choose a folder…
    </Button>
  );
  if (electron) {
    return button(() => {
      electron.chooseFolder().then(
        (path) => path !== undefined && onPick([takePath(path)]),
        (error) => notifyFailed('The folder could not be chosen', error),
      );
    });
  }
  return (
    <FileButton
      multiple
      onChange={(files) => onPick(takeFolder(files))}
      inputProps={{ webkitdirectory: '', 'aria-label': 'Folder' } as React.ComponentProps<'input'>}
    >
      {({ onClick }) => button(onClick)}
    </FileButton>
  );
};
