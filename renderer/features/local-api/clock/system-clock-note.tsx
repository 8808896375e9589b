import { Group, Text } from '@mantine/core';
import { IconClockPlay } from '@tabler/icons-react';
import { useOnServer } from '#renderer/lib/use-on-server.ts';
import { Blockable } from '#renderer/ui/blockable.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';

/** Time can be advanced only in the virtual sandbox, which is one press away. */
export const SystemClockNote = ({ onRehearse }: { readonly onRehearse: () => void }) => {
  const onServer = useOnServer();
  return (
    <Section title="Advance" description="Only virtual time can be advanced.">
      <Group gap="sm">
        <Blockable blocked={onServer}>
          <IconButton changes icon={IconClockPlay} onClick={onRehearse}>
            Rehearse in virtual time…
          </IconButton>
        </Blockable>
        <Text c="dimmed">
          Retries, syncs and the 28-hour schedule run in seconds, on a sandbox of their own.
        </Text>
      </Group>
    </Section>
  );
};
