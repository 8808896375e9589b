import { Group, Stack, Text } from '@mantine/core';
import { isAtReceiver, messageIdOf, useReceived, useReceiver } from '#renderer/lib/use-receiver.ts';
import { HeaderTable } from '#renderer/ui/header-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { SignatureBadge } from '#renderer/ui/signature-badge.tsx';
import { Unread } from '#renderer/ui/unread.tsx';

interface ReceivedAtReceiverProps {
  /** Of the endpoint. */
  readonly url: string;
  readonly messageId: string;
}

/** A message as the built-in receiver got it; nothing if the endpoint is elsewhere, or the request no longer stored. */
export const ReceivedAtReceiver = ({ url, messageId }: ReceivedAtReceiverProps) => {
  const receiver = useReceiver();
  const received = useReceived();
  const found = received.data?.results.find((one) => messageIdOf(one) === messageId);
  if (!isAtReceiver(url, receiver.data)) return undefined;
  if (found === undefined) return <Unread query={received} what="Received requests" />;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Text fw={600}>
          Received by the built-in receiver, <Instant at={found.at} exact />
        </Text>
        <SignatureBadge state={found.signature.state} />
      </Group>
      <HeaderTable label="Received headers" headers={found.headers} />
    </Stack>
  );
};
