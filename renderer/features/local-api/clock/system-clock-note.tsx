import { Code, Stack, Text } from '@mantine/core';
import { useAbout } from '#renderer/lib/use-about.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Section } from '#renderer/ui/section.tsx';

/** A virtual clock is chosen when a host starts on a folder; the folder keeps it. */
export const SystemClockNote = () => {
  const { data } = useAbout();
  return (
    <Section title="Advance" description="Only a virtual clock can be advanced.">
      <Stack gap="xs">
        <Text>
          Stop this host and start it with <Code>--clock virtual</Code>, preferably on a separate data folder:
          the folder keeps its virtual clock.
        </Text>
        <CodeBlock text="carryover serve --clock virtual --data ./rehearsal" what="command" />
        {data && <Text c="dimmed">Current data folder: {data.dataDir}</Text>}
      </Stack>
    </Section>
  );
};
