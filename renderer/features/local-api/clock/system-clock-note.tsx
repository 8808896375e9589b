import { Alert, Code, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useAbout } from '#renderer/lib/use-about.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';

/** A virtual clock is chosen when a host starts; the folder remembers it. */
export const SystemClockNote = () => {
  const { data } = useAbout();
  return (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="This clock can be paused, and not moved">
      <Stack gap="xs">
        <Text>
          It is the system's. A virtual clock can be advanced by hours in a moment, which shows a whole retry
          window or the end of a sync at once. It is chosen when the host starts: stop this one, then start it
          with <Code>--clock virtual</Code>, best on a data folder of its own. The folder stays virtual from
          then on, also when the app opens it.
        </Text>
        <CodeBlock text="carryover serve --clock virtual --data ./rehearsal" what="the command" />
        {data && <Text c="dimmed">The folder of this host is {data.dataDir}.</Text>}
      </Stack>
    </Alert>
  );
};
