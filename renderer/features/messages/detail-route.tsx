import { Group, Stack, Text } from '@mantine/core';
import { IconMailOff, IconSend } from '@tabler/icons-react';
import { useParams } from 'react-router';
import { formatCount } from '#contract/format.ts';
import type { MessageDetail } from '#contract/message.ts';
import { useMessage } from '#renderer/lib/use-message.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Found } from '#renderer/ui/found.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { PayloadView } from '#renderer/ui/payload/payload-view.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { IconButton } from '#renderer/ui/small-button.tsx';
import { DeliverySection } from './delivery-section.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { useResend } from './resend-message.ts';

/** One message: its deliveries with their attempts, and its content. */
export const Component = () => {
  const { messageId = '' } = useParams();
  const query = useMessage(messageId);
  return (
    <Found
      query={query}
      title="Message"
      icon={<IconMailOff aria-hidden />}
      missing="Messages are removed after their retention period, or when the sandbox is reset."
      list="/messages"
    >
      {(message) => <Message message={message} />}
    </Found>
  );
};

interface MessageProps {
  readonly message: MessageDetail;
}

const Message = ({ message }: MessageProps) => {
  const resend = useResend(message.id);
  return (
    <Page
      title={message.eventType}
      beside={<AsOf />}
      back={{ to: '/messages', label: 'Back to messages', returns: true }}
      description={
        <Group gap={4}>
          {message.id}
          <CopyButton value={message.id} what="the message id" />
        </Group>
      }
      actions={
        message.deliveries.length > 1 ? (
          <IconButton icon={IconSend} loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
            Resend to all
          </IconButton>
        ) : undefined
      }
    >
      <Stack>
        {resend.error && <ErrorNotice title="Message not resent" error={resend.error} />}
        <Deliveries message={message} />
        <Content message={message} />
      </Stack>
    </Page>
  );
};

/** One delivery is shown in full; of several, the one that is opened in their list. */
const Deliveries = ({ message }: MessageProps) => {
  const [{ endpoint }, setState] = useUrlState(['endpoint']);
  const { deliveries } = message;
  if (deliveries.length === 0) {
    return (
      <Section title="Deliveries">
        <Text c="dimmed">No subscribers. To deliver it now, replay it from an endpoint.</Text>
      </Section>
    );
  }
  const isOneOfMany = deliveries.length > 1;
  const shown = isOneOfMany ? deliveries.find(({ webhookId }) => webhookId === endpoint) : deliveries[0];
  return (
    <>
      {isOneOfMany && (
        <Section title="Deliveries" description={`${formatCount(deliveries.length, 'endpoint')}. ${hint}`}>
          <DeliveryTable
            deliveries={deliveries}
            shown={endpoint}
            onShow={(webhookId) => setState({ endpoint: webhookId })}
          />
        </Section>
      )}
      {shown && (
        <DeliverySection key={shown.webhookId} message={message} delivery={shown} isOneOfMany={isOneOfMany} />
      )}
    </>
  );
};

const hint = 'Open one to see its attempts.';

const Content = ({ message: { created, channels, companyName, body } }: MessageProps) => (
  <Section title="Message">
    <Facts
      facts={[
        ['Published', <Instant key="at" at={created} exact />],
        [
          'Company',
          channels.length === 0
            ? 'Company-agnostic'
            : `${companyName ?? 'Deleted company'} (${channels.join(', ')})`,
        ],
      ]}
    />
    <PayloadView title="Payload" text={body} what="the payload" />
  </Section>
);
