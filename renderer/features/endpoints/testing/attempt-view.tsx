import { Accordion, Group, Stack, Text } from '@mantine/core';
import { formatDuration } from '#contract/format.ts';
import type { Attempt } from '#contract/message.ts';
import { formatOutcome, succeeded } from '#renderer/lib/delivery-labels.ts';
import { useAttemptSignature } from '#renderer/lib/use-message.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { HeaderTable } from '#renderer/ui/header-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { SignatureBadge } from '#renderer/ui/signature-badge.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

interface AttemptViewProps {
  readonly messageId: string;
  readonly attempt: Attempt;
  /** How many there were. */
  readonly count: number;
}

/** The last attempt: what was sent, what came back, and whether its signature is right. */
export const AttemptView = ({ messageId, attempt, count }: AttemptViewProps) => (
  <Stack gap="xs">
    <Group gap="xs">
      <Text>
        {count > 1 ? `Attempt ${attempt.number}` : 'Attempt'} at <Instant at={attempt.at} exact />, answered{' '}
        in {formatDuration(attempt.durationMs)}:
      </Text>
      <StatusBadge tone={succeeded(attempt) ? 'good' : 'bad'}>{formatOutcome(attempt)}</StatusBadge>
      <Signature messageId={messageId} attemptId={attempt.id} />
    </Group>
    <Accordion multiple variant="contained" defaultValue={['request']}>
      <Accordion.Item value="request">
        <Accordion.Control>Headers that were sent</Accordion.Control>
        <Accordion.Panel>
          <HeaderTable
            label="Headers that were sent"
            headers={Object.entries(attempt.requestHeaders).map(([name, value]) => ({ name, value }))}
          />
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="response">
        <Accordion.Control>The answer</Accordion.Control>
        <Accordion.Panel>
          <Answer attempt={attempt} />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  </Stack>
);

const Answer = ({ attempt: { error, responseHeaders, responseBody } }: { attempt: Attempt }) => (
  <Stack gap="sm">
    {error !== undefined && <Text>No whole answer came: {error}.</Text>}
    {Object.keys(responseHeaders).length > 0 && (
      <HeaderTable
        label="Headers of the answer"
        headers={Object.entries(responseHeaders).map(([name, value]) => ({ name, value }))}
      />
    )}
    {responseBody ? (
      <CodeBlock text={responseBody} what="the body of the answer" />
    ) : (
      <Text c="dimmed">The answer has no body.</Text>
    )}
  </Stack>
);

const Signature = ({ messageId, attemptId }: { messageId: string; attemptId: string }) => {
  const { data } = useAttemptSignature(messageId, attemptId);
  if (data === undefined) return undefined;
  return <SignatureBadge state={data.valid ? 'valid' : 'wrong'} reason={data.reason} />;
};
