import { Group, Stack, Text } from '@mantine/core';
import type { SentResponse } from '#contract/request-runner.ts';
import { Message } from '#renderer/features/local-api/requests/recorded.tsx';
import { formatStatus, formatTime, toneOf } from '#renderer/features/local-api/requests/request-columns.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

/** What came back of a request that was sent. */
export const SentView = ({ response }: { readonly response: SentResponse }) => {
  const { statusCode, durationMs, problem, requestId, headers, body } = response;
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <StatusBadge tone={toneOf(statusCode)}>
          {statusCode === 0 ? 'No response' : formatStatus(statusCode)}
        </StatusBadge>
        <Text size="sm">{formatTime(durationMs)}</Text>
        {requestId !== undefined && <TextLink to={`/local-api?request=${requestId}`}>Show in log</TextLink>}
      </Group>
      {problem !== undefined && <Text size="sm">{problem}</Text>}
      {statusCode !== 0 && <Message name="Response" headers={headers} body={body} />}
    </Stack>
  );
};
