import { Code, Group, Stack, Text } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { localDesk } from '#renderer/lib/bridge.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

interface ForkFolderProps {
  /** Of the state. */
  readonly name: string;
  /** Empty: in the data folder. */
  readonly into: string;
  readonly onChoose: (path: string) => void;
}

/** Where a fork is created. The app names any folder; a page of a browser may name none. */
export const ForkFolder = ({ name, into, onChoose }: ForkFolderProps) => (
  <>
    <Text>
      Creates a data folder that starts with this state: the same data, clock and API keys, and new ids. The
      sandbox stays as it is.
    </Text>
    <Stack gap={4}>
      <Text component="div" style={{ overflowWrap: 'anywhere' }}>
        Folder: {into === '' ? <InDataFolder name={name} /> : <Code>{into}</Code>}
      </Text>
      <Chooser into={into} onChoose={onChoose} />
    </Stack>
  </>
);

const InDataFolder = ({ name }: { readonly name: string }) => (
  <>
    <Code>forks/{name}</Code> in the data folder, with a number if there is one already
  </>
);

const Chooser = ({ into, onChoose }: Omit<ForkFolderProps, 'name'>) => {
  const electron = localDesk();
  if (electron === undefined) {
    return (
      <Text size="sm" c="dimmed">
        For another folder, use <Code>carryover state fork</Code> or the desktop app.
      </Text>
    );
  }
  const choose = (): void => {
    electron.chooseFolder().then(
      (path) => path !== undefined && onChoose(path),
      (error) => notifyFailed('Folder not chosen', error),
    );
  };
  return (
    <Group gap="xs">
      <SmallButton icon={IconFolder} onClick={choose}>
        Choose folder…
      </SmallButton>
      {into !== '' && <SmallButton onClick={() => onChoose('')}>Use the data folder</SmallButton>}
      <Text size="sm" c="dimmed">
        It must be empty.
      </Text>
    </Group>
  );
};
