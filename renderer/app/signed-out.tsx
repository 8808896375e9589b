import { Center, Code, Paper, Stack, Text, Title } from '@mantine/core';

/** There is no session: how to get one. */
export const SignedOut = ({ problem }: { problem: string }) => (
  <Center mih="100vh" p="md" component="main">
    <Paper withBorder p="xl" maw={520}>
      <Stack>
        <Title order={1} size="h2">
          Open Carryover again
        </Title>
        <Text>{problem}</Text>
        <Text>
          Each printed address works once. For a new one, run this on the machine where Carryover runs:
        </Text>
        <Code block>carryover open</Code>
        <Text c="dimmed">
          From a checkout: <Code>npm run -s carryover -- open</Code>. For another data folder, add{' '}
          <Code>--data</Code>.
        </Text>
      </Stack>
    </Paper>
  </Center>
);
