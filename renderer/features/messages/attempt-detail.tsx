import { Code, SimpleGrid, Stack, Table, Text } from '@mantine/core';
import type { Attempt } from '#contract/message.ts';
import { formatOutcome } from '#renderer/lib/delivery-labels.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { AttemptCurl } from './attempt-curl.tsx';
import { AttemptSignature } from './attempt-signature.tsx';

interface AttemptDetailProps {
  readonly messageId: string;
  readonly body: string;
  readonly attempt: Attempt;
}

/** One attempt in full: what was sent, whether it was signed right, what came back, and how to repeat it by hand. */
export const AttemptDetail = ({ messageId, body, attempt }: AttemptDetailProps) => (
  <Stack aria-label={`Attempt ${attempt.number}`} role="group">
    <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
      <Stack gap="xs">
        <Text fw={600}>Request of attempt {attempt.number}</Text>
        <Headers headers={attempt.requestHeaders} />
        <CodeBlock text={body} what="the request body" maxHeight={160} />
        {attempt.localAddress !== undefined && (
          <Text size="sm" c="dimmed">
            Left from {attempt.localAddress}.
          </Text>
        )}
      </Stack>
      <Stack gap="xs">
        <Text fw={600}>Answer: {formatOutcome(attempt)}</Text>
        <Headers headers={attempt.responseHeaders} />
        {attempt.responseBody === undefined || attempt.responseBody === '' ? (
          <Text c="dimmed">
            {attempt.error === undefined ? 'The answer had no body.' : 'No whole answer came.'}
          </Text>
        ) : (
          <CodeBlock text={attempt.responseBody} what="the answer's body" maxHeight={160} />
        )}
      </Stack>
    </SimpleGrid>
    <AttemptSignature messageId={messageId} attemptId={attempt.id} />
    <AttemptCurl messageId={messageId} attemptId={attempt.id} />
  </Stack>
);

const Headers = ({ headers }: { headers: Readonly<Record<string, string>> }) => {
  const entries = Object.entries(headers);
  if (entries.length === 0) {
    return <Text c="dimmed">No headers.</Text>;
  }
  return (
    <Table withRowBorders={false} verticalSpacing={2} fz="sm" layout="fixed">
      <Table.Tbody>
        {entries.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w={170} fw={500} c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Table.Th>
            <Table.Td>
              <Code style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{value}</Code>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
};
