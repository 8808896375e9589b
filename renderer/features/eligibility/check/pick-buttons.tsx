import { FileButton } from '@mantine/core';
import { IconFile, IconFolder } from '@tabler/icons-react';
import { localDesk } from '#renderer/lib/bridge.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
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
        <SmallButton icon={IconFile} onClick={onClick}>
          Choose files…
        </SmallButton>
      )}
    </FileButton>
  </>
);

const PickFolder = ({ onPick }: { onPick: (items: readonly CheckInput[]) => void }) => {
  const electron = localDesk();
  const button = (onClick: () => void) => (
    <SmallButton icon={IconFolder} onClick={onClick}>
      Choose folder…
    </SmallButton>
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
