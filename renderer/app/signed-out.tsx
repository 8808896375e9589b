import { Center, Code, Paper, Stack, Text, Title } from '@mantine/core';

/** There is no session: how to get one. */
export const SignedOut = ({ problem }: { problem: string }) => (
  <Center mih="100vh" p="md" component="main">
    <Paper withBorder p="xl" maw={520}>
      <Stack>
        <Title order={1} size="h2">
          Open Carryover anew
        </Title>
        <Text>{problem}</Text>
        <Text>
          Each address that Carryover prints opens it once. For another one, run this in a terminal on the
          machine where it runs:
        </Text>
        <Code block>carryover open</Code>
        <Text c="dimmed">
          From a checkout: <Code>npm run -s carryover -- open</Code>. Add <Code>--data</Code> if another data
          folder is served.
        </Text>
      </Stack>
    </Paper>
  </Center>
);
