import { Button, FileButton } from '@mantine/core';
import { IconFile, IconFolder } from '@tabler/icons-react';
import { bridge } from '#renderer/lib/bridge.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import type { CheckInput } from './check-input.ts';
import { fileInputs, folderInputs, pathInput } from './read-inputs.ts';

/** Alternative to dropping files. */
export const PickButtons = ({ onPick }: { onPick: (items: readonly CheckInput[]) => void }) => (
  <>
    <PickFolder onPick={onPick} />
    <FileButton
      multiple
      onChange={(files) => onPick(fileInputs(files))}
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

const PickFolder = ({ onPick }: { onPick: (items: readonly CheckInput[]) => void }) => {
  const electron = bridge();
  const button = (onClick: () => void) => (
    <Button size="xs" variant="default" leftSection={<IconFolder size={16} aria-hidden />} onClick={onClick}>
      Choose folder…
    </Button>
  );
  if (electron) {
    return button(() => {
      electron.chooseFolder().then(
        (path) => path !== undefined && onPick([pathInput(path)]),
        (error) => notifyFailed('Folder not chosen', error),
      );
    });
  }
  return (
    <FileButton
      multiple
      onChange={(files) => onPick(folderInputs(files))}
      inputProps={{ webkitdirectory: '', 'aria-label': 'Folder' } as React.ComponentProps<'input'>}
    >
      {({ onClick }) => button(onClick)}
    </FileButton>
  );
};
