import { Center, Code, Paper, Stack, Text, Title } from '@mantine/core';
import { knownFolder } from '#renderer/lib/known-folder.ts';
import { openCommand } from '#renderer/lib/open-command.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';

/** There is no session: how to get one. */
export const SignedOut = ({ problem }: { problem: string }) => {
  const folder = knownFolder();
  return (
    <Center mih="100vh" p="md" component="main">
      <Paper withBorder p="xl" maw={640}>
        <Stack>
          <Title order={1} size="h2">
            Open Carryover again
          </Title>
          <Text>{problem} A restart of Carryover ends all sessions of browsers.</Text>
          <Text>
            Each printed address works once. For a new one, run this on the machine where Carryover runs:
          </Text>
          <CodeBlock text={openCommand('carryover', folder)} what="the command" />
          <Text>From a checkout:</Text>
          <CodeBlock text={openCommand('npm run -s carryover --', folder)} what="the command of a checkout" />
          <Text c="dimmed">
            {folder === undefined ? (
              <>
                For another data folder, add <Code>--data</Code>.
              </>
            ) : (
              'The data folder is the one that this address had when you were last signed in.'
            )}
          </Text>
        </Stack>
      </Paper>
    </Center>
  );
};
