import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import { bridge } from '#renderer/lib/bridge.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** Where everything is. */
export const DataFolder = () => {
  const query = useAbout();
  const electron = bridge();
  return (
    <Section
      title="Data folder"
      description="Everything is in it, for you alone: cases, targets, the local service, backups, the key."
      actions={
        electron && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFolderOpen size={14} aria-hidden />}
            onClick={() =>
              void electron
                .openDataFolder()
                .catch((error: unknown) => notifyFailed('The folder was not opened', error))
            }
          >
            Open the folder
          </Button>
        )
      }
    >
      <Loaded query={query} text="Reading where it is…">
        {({ dataDir }) => (
          <Stack gap="xs">
            <Group gap={4} wrap="nowrap">
              <Code style={{ overflowWrap: 'anywhere' }}>{dataDir}</Code>
              <CopyButton value={dataDir} what="the path" />
            </Group>
            <Text c="dimmed">
              For another folder, start with <Code>--data</Code> and its path. One host works on a folder at a
              time.
            </Text>
          </Stack>
        )}
      </Loaded>
    </Section>
  );
};
