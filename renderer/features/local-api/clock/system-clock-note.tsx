import { Group, Text } from '@mantine/core';
import { IconClockPlay } from '@tabler/icons-react';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';

/** Time can be advanced only in the virtual sandbox, which is one press away. */
export const SystemClockNote = ({ onRehearse }: { readonly onRehearse: () => void }) => (
  <Section title="Advance" description="Only virtual time can be advanced.">
    <Group gap="sm">
      <IconButton icon={IconClockPlay} onClick={onRehearse}>
        Rehearse in virtual time…
      </IconButton>
      <Text c="dimmed">
        Retries, syncs and the 28-hour schedule run in seconds, on a sandbox of their own.
      </Text>
    </Group>
  </Section>
);
