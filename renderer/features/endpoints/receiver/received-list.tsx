import { Accordion, Group, Stack, Text } from '@mantine/core';
import { formatBytes } from '#contract/format.ts';
import type { ReceivedRequest } from '#contract/receiver.ts';
import { messageIdOf, useReceived, useReceiver } from '#renderer/lib/use-receiver.ts';
import { HeaderTable } from '#renderer/ui/header-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { PayloadView } from '#renderer/ui/payload/payload-view.tsx';
import { ReceiverResponse } from '#renderer/ui/receiver-response.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SignatureBadge } from '#renderer/ui/signature-badge.tsx';

interface ReceivedListProps {
  readonly webhookId: string;
  readonly url: string;
  /** The message sent last, which is opened. */
  readonly messageId: string | undefined;
}

const shown = 10;

/** Requests of one endpoint at the built-in receiver, newest first. */
export const ReceivedList = ({ webhookId, url, messageId }: ReceivedListProps) => {
  const receiver = useReceiver();
  return (
    <Section title="Received by the built-in receiver" description="Kept until the host stops">
      <Stack>
        <Loaded query={useReceived()} text="Loading requests…">
          {({ results }) => (
            <Requests
              requests={results.filter((one) => isOf(one, webhookId, url)).slice(0, shown)}
              messageId={messageId}
            />
          )}
        </Loaded>
        {receiver.data?.on && (
          <ReceiverResponse key={JSON.stringify(receiver.data.answer)} answer={receiver.data.answer} />
        )}
      </Stack>
    </Section>
  );
};

/** By the secret that signed it; without a valid signature, by its path. */
const isOf = ({ signature, path }: ReceivedRequest, webhookId: string, url: string): boolean =>
  signature.webhookId === undefined ? new URL(url).pathname === path : signature.webhookId === webhookId;

const Requests = ({
  requests,
  messageId,
}: {
  requests: readonly ReceivedRequest[];
  messageId: string | undefined;
}) => {
  if (requests.length === 0) {
    return <Text c="dimmed">No requests yet</Text>;
  }
  const opened = requests.find((one) => messageIdOf(one) === messageId)?.id;
  return (
    // Keyed, because the item open by default is read only once.
    <Accordion key={opened} defaultValue={opened === undefined ? null : String(opened)}>
      {requests.map((one) => (
        <Accordion.Item key={one.id} value={String(one.id)}>
          <Accordion.Control>
            <Group gap="sm">
              <Text>
                <Instant at={one.at} exact />
              </Text>
              <SignatureBadge state={one.signature.state} />
              <Text c="dimmed">Response {one.answered.statusCode}</Text>
            </Group>
          </Accordion.Control>
          <Accordion.Panel>
            <Received request={one} />
          </Accordion.Panel>
        </Accordion.Item>
      ))}
    </Accordion>
  );
};

const Received = ({ request }: { request: ReceivedRequest }) => (
  <Stack gap="sm">
    <Text>{request.signature.reason}</Text>
    <HeaderTable label="Received headers" headers={request.headers} />
    <Text>
      {request.method} {request.path}, {formatBytes(request.bodyBytes)}
    </Text>
    <PayloadView title="Body" text={request.body} what="body" maxHeight={260} />
  </Stack>
);
