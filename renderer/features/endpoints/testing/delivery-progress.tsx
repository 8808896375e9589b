import { Group, Stack, Text } from '@mantine/core';
import type { MessageDetail } from '#contract/message.ts';
import { deliveryReason } from '#renderer/lib/delivery-labels.ts';
import { useMessage } from '#renderer/lib/use-message.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { DeliveryBadge } from '#renderer/ui/delivery-badge.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { AttemptView } from './attempt-view.tsx';

interface DeliveryProgressProps {
  readonly messageId: string;
  readonly webhookId: string;
}

/** The delivery of one message to one endpoint, live. */
export const DeliveryProgress = ({ messageId, webhookId }: DeliveryProgressProps) => {
  const query = useMessage(messageId);
  return (
    <Section
      title="Delivery"
      beside={<AsOf />}
      description={query.data?.eventType}
      actions={<TextLink to={`/messages/${messageId}?endpoint=${webhookId}`}>Open message</TextLink>}
    >
      <Loaded query={query} text="Loading message…">
        {(message) => <OfEndpoint message={message} webhookId={webhookId} />}
      </Loaded>
    </Section>
  );
};

const OfEndpoint = ({ message, webhookId }: { message: MessageDetail; webhookId: string }) => {
  const delivery = message.deliveries.find((one) => one.webhookId === webhookId);
  const attempts = message.attempts.filter((one) => one.webhookId === webhookId);
  const last = attempts.at(-1);
  if (delivery === undefined) {
    return (
      <Text role="status">
        Not delivered here: the endpoint is disabled, not subscribed to {message.eventType}, or limited to
        other companies.
      </Text>
    );
  }
  return (
    <Stack gap="sm">
      <Group gap="xs" role="status">
        <DeliveryBadge status={delivery.status} />
        <Text>
          {deliveryReason(delivery.status, attempts)}
          {delivery.nextAttemptAt !== undefined && (
            <>
              {' '}
              Next attempt: <Instant at={delivery.nextAttemptAt} seconds />.
            </>
          )}
        </Text>
      </Group>
      {last === undefined ? (
        <Text c="dimmed">First attempt in progress, up to 15 s; waits while the clock is paused.</Text>
      ) : (
        <AttemptView key={last.id} messageId={message.id} attempt={last} count={attempts.length} />
      )}
    </Stack>
  );
};
