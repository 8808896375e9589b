import { Code, Group, Stack, Text } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { localDesk } from '#renderer/lib/bridge.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';

export const DataFolder = () => {
  const query = useAbout();
  const electron = localDesk();
  return (
    <Section
      title="Data folder"
      description="Cases, targets, local service data, backups and the key; readable by the desk's user only"
      actions={
        electron && (
          <SmallButton
            icon={IconFolderOpen}
            onClick={() =>
              void electron
                .openDataFolder()
                .catch((error: unknown) => notifyFailed('Folder not opened', error))
            }
          >
            Open folder
          </SmallButton>
        )
      }
    >
      <Loaded query={query} text="Loading data folder…">
        {({ dataDir, storeServer }) => (
          <Stack gap="xs">
            <Group gap={4} wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere' }}>{dataDir}</Code>
              <CopyButton value={dataDir} what="the path" />
            </Group>
            {storeServer !== undefined && (
              <Text>
                Store of cases and the local service: <Code>{storeServer}</Code>
              </Text>
            )}
            <Text c="dimmed">
              For another folder, start with <Code>--data</Code> and its path. Only one host can use a folder
              at a time.
            </Text>
          </Stack>
        )}
      </Loaded>
    </Section>
  );
};
