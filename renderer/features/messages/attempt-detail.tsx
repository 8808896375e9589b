import { Accordion, Stack, Text } from '@mantine/core';
import { formatCount, formatDuration } from '#contract/format.ts';
import type { Attempt } from '#contract/message.ts';
import { formatOutcome, succeeded, triggerLabels } from '#renderer/lib/delivery-labels.ts';
import { HeaderTable } from '#renderer/ui/header-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { PayloadView } from '#renderer/ui/payload/payload-view.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { AttemptCurl } from './attempt-curl.tsx';
import { AttemptSignature } from './attempt-signature.tsx';

interface AttemptDetailProps {
  readonly messageId: string;
  readonly attempt: Attempt;
}

/** One attempt in full: response, headers, signature, and a curl command to repeat it. What was sent is the payload. */
export const AttemptDetail = ({ messageId, attempt }: AttemptDetailProps) => (
  <Section
    title={`Attempt ${attempt.number}`}
    beside={<StatusBadge tone={succeeded(attempt) ? 'good' : 'bad'}>{formatOutcome(attempt)}</StatusBadge>}
    description={
      <>
        {triggerLabels[attempt.trigger]} · <Instant at={attempt.at} exact /> ·{' '}
        {formatDuration(attempt.durationMs)}
        {attempt.localAddress !== undefined && ` · Source IP ${attempt.localAddress}`}
      </>
    }
  >
    <Stack gap="xs" role="group" aria-label={`Attempt ${attempt.number}`}>
      {attempt.responseBody ? (
        <PayloadView
          title="Response body"
          text={attempt.responseBody}
          what="the response body"
          maxHeight={240}
        />
      ) : (
        <Text c="dimmed">{attempt.error === undefined ? 'Empty response body' : 'No complete response'}</Text>
      )}
      <Accordion multiple variant="default">
        <HeaderItem value="response" label="Response headers" headers={attempt.responseHeaders} />
        <HeaderItem value="request" label="Request headers" headers={attempt.requestHeaders} />
      </Accordion>
      <AttemptSignature messageId={messageId} attemptId={attempt.id} />
      <AttemptCurl messageId={messageId} attemptId={attempt.id} />
    </Stack>
  </Section>
);

interface HeaderItemProps {
  readonly value: string;
  readonly label: string;
  readonly headers: Readonly<Record<string, string>>;
}

const HeaderItem = ({ value, label, headers }: HeaderItemProps) => {
  const entries = Object.entries(headers).map(([name, text]) => ({ name, value: text }));
  if (entries.length === 0) return <Text c="dimmed">No {label.toLowerCase()}</Text>;
  return (
    <Accordion.Item value={value}>
      <Accordion.Control>
        {label}{' '}
        <Text span c="dimmed" size="xs">
          {formatCount(entries.length, 'header')}
        </Text>
      </Accordion.Control>
      <Accordion.Panel>
        <HeaderTable label={label} headers={entries} />
      </Accordion.Panel>
    </Accordion.Item>
  );
};
