import { Accordion, Group, Stack, Text } from '@mantine/core';
import { formatDuration } from '#contract/format.ts';
import type { Attempt } from '#contract/message.ts';
import { formatOutcome, succeeded } from '#renderer/lib/delivery-labels.ts';
import { useAttemptSignature } from '#renderer/lib/use-message.ts';
import { HeaderTable } from '#renderer/ui/header-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { PayloadView } from '#renderer/ui/payload/payload-view.tsx';
import { SignatureBadge } from '#renderer/ui/signature-badge.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';

interface AttemptViewProps {
  readonly messageId: string;
  readonly attempt: Attempt;
  /** Of attempts. */
  readonly count: number;
}

/** The last attempt: request, response and signature. */
export const AttemptView = ({ messageId, attempt, count }: AttemptViewProps) => (
  <Stack gap="xs">
    <Group gap="xs">
      <Text>
        {count > 1 ? `Attempt ${attempt.number}` : 'Attempt'}, <Instant at={attempt.at} exact />,{' '}
        {formatDuration(attempt.durationMs)}
      </Text>
      <StatusBadge tone={succeeded(attempt) ? 'good' : 'bad'}>{formatOutcome(attempt)}</StatusBadge>
      <Signature messageId={messageId} attemptId={attempt.id} />
    </Group>
    <Accordion multiple defaultValue={['request']}>
      <Accordion.Item value="request">
        <Accordion.Control>Request headers</Accordion.Control>
        <Accordion.Panel>
          <HeaderTable
            label="Request headers"
            headers={Object.entries(attempt.requestHeaders).map(([name, value]) => ({ name, value }))}
          />
        </Accordion.Panel>
      </Accordion.Item>
      <Accordion.Item value="response">
        <Accordion.Control>Response</Accordion.Control>
        <Accordion.Panel>
          <Response attempt={attempt} />
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  </Stack>
);

const Response = ({ attempt: { error, responseHeaders, responseBody } }: { attempt: Attempt }) => (
  <Stack gap="sm">
    {error !== undefined && <Text>No complete response: {error}</Text>}
    {Object.keys(responseHeaders).length > 0 && (
      <HeaderTable
        label="Response headers"
        headers={Object.entries(responseHeaders).map(([name, value]) => ({ name, value }))}
      />
    )}
    {responseBody ? (
      <PayloadView title="Response body" text={responseBody} what="response body" maxHeight={360} />
    ) : (
      <Text c="dimmed">Empty response body</Text>
    )}
  </Stack>
);

const Signature = ({ messageId, attemptId }: { messageId: string; attemptId: string }) => {
  const { data } = useAttemptSignature(messageId, attemptId);
  if (data === undefined) return undefined;
  return <SignatureBadge state={data.valid ? 'valid' : 'wrong'} reason={data.reason} />;
};
