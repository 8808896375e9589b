import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconMailOff, IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import type { MessageDetail } from '#contract/message.ts';
import { api, isMissing } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Gone } from '#renderer/ui/gone.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { DeliverySection } from './delivery-section.tsx';
import { useResend } from './resend-message.ts';

/** One message: what became of it at each endpoint, attempt by attempt. */
export const Component = () => {
  const { messageId = '' } = useParams();
  const query = useQuery({
    queryKey: keys.messages.of(messageId),
    queryFn: ({ signal }) => api.get<MessageDetail>(`/api/messages/${messageId}`, { signal }),
  });
  if (isMissing(query.error)) {
    return (
      <Gone
        title="Message"
        icon={<IconMailOff aria-hidden />}
        text="Messages are kept for a while and then removed, and emptying the sandbox removes them all."
        to="/messages"
        action="Show the messages"
      />
    );
  }
  return (
    <Loaded query={query} text="Reading the message…">
      {(message) => <OneMessage message={message} />}
    </Loaded>
  );
};

const OneMessage = ({ message }: { message: MessageDetail }) => {
  const go = useNavigate();
  const resend = useResend(message.id);
  const [search] = useSearchParams();
  const sought = search.get('endpoint');
  const deliveries = message.deliveries.toSorted(
    (one, other) => Number(other.webhookId === sought) - Number(one.webhookId === sought),
  );
  return (
    <Page
      title={message.eventType}
      beside={<AsOf />}
      description={
        <Group gap={4}>
          {message.id}
          <CopyButton value={message.id} what="the message id" />
        </Group>
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => void go(-1)}
          >
            Back
          </Button>
          {message.deliveries.length > 1 && (
            <Button
              leftSection={<IconSend size={16} aria-hidden />}
              loading={resend.isPending}
              onClick={() => resend.mutate(undefined)}
            >
              Resend to all
            </Button>
          )}
        </>
      }
    >
      <Stack>
        {resend.error && <ErrorNotice title="Nothing was resent" error={resend.error} />}
        {message.deliveries.length === 0 && (
          <Section title="Deliveries">
            <Text c="dimmed">No endpoint listened for it. A replay at an endpoint makes up for that.</Text>
          </Section>
        )}
        {deliveries.map((delivery) => (
          <DeliverySection
            key={delivery.webhookId}
            message={message}
            delivery={delivery}
            isOneOfMany={deliveries.length > 1}
            isSought={deliveries.length > 1 && delivery.webhookId === sought}
          />
        ))}
        <Section title="Message">
          <Facts
            facts={[
              ['Published', <Instant key="at" at={message.created} exact />],
              [
                'Channels',
                message.channels.length === 0
                  ? 'Any company: it is of none in particular'
                  : message.channels.join(', '),
              ],
            ]}
          />
          <Text fw={600} mt="md" mb={4}>
            Body, as it is signed and sent
          </Text>
          <CodeBlock text={pretty(message.body)} what="the body" />
        </Section>
      </Stack>
    </Page>
  );
};

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2);
  } catch {
    return body;
  }
};
