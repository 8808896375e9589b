import { SimpleGrid, Stack, Text } from '@mantine/core';
import type { Attempt } from '#contract/message.ts';
import { formatOutcome } from '#renderer/lib/delivery-labels.ts';
import { HeaderTable } from '#renderer/ui/header-table.tsx';
import { PayloadView } from '#renderer/ui/payload/payload-view.tsx';
import { AttemptCurl } from './attempt-curl.tsx';
import { AttemptSignature } from './attempt-signature.tsx';

interface AttemptDetailProps {
  readonly messageId: string;
  readonly body: string;
  readonly attempt: Attempt;
}

/** One attempt in full: request, response, signature, and a curl command to repeat it. */
export const AttemptDetail = ({ messageId, body, attempt }: AttemptDetailProps) => (
  <Stack aria-label={`Attempt ${attempt.number}`} role="group">
    <SimpleGrid cols={{ base: 1, lg: 2 }} style={{ alignItems: 'start' }}>
      <Stack gap="xs">
        <Text fw={600}>Request of attempt {attempt.number}</Text>
        <Headers label="Request headers" headers={attempt.requestHeaders} />
        <PayloadView title="Request body" text={body} what="the request body" maxHeight={160} />
        {attempt.localAddress !== undefined && (
          <Text size="sm" c="dimmed">
            Source IP {attempt.localAddress}
          </Text>
        )}
      </Stack>
      <Stack gap="xs">
        <Text fw={600}>Response: {formatOutcome(attempt)}</Text>
        <Headers label="Response headers" headers={attempt.responseHeaders} />
        {attempt.responseBody ? (
          <PayloadView
            title="Response body"
            text={attempt.responseBody}
            what="the response body"
            maxHeight={160}
          />
        ) : (
          <Text c="dimmed">
            {attempt.error === undefined ? 'Empty response body' : 'No complete response'}
          </Text>
        )}
      </Stack>
    </SimpleGrid>
    <AttemptSignature messageId={messageId} attemptId={attempt.id} />
    <AttemptCurl messageId={messageId} attemptId={attempt.id} />
  </Stack>
);

interface HeadersProps {
  readonly label: string;
  readonly headers: Readonly<Record<string, string>>;
}

const Headers = ({ label, headers }: HeadersProps) => {
  const entries = Object.entries(headers).map(([name, value]) => ({ name, value }));
  return entries.length > 0 ? (
    <HeaderTable label={label} headers={entries} />
  ) : (
    <Text c="dimmed">No headers</Text>
  );
};
