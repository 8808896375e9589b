import { Group, Stack } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useParams } from 'react-router';
import type { MessageDetail } from '#contract/message.ts';
import { useEndpointUrl } from '#renderer/lib/endpoint-urls.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useMessage } from '#renderer/lib/use-message.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { AsOf } from '#renderer/ui/as-of.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { DeliveryBadge } from '#renderer/ui/delivery-badge.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Found } from '#renderer/ui/found.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Page } from '#renderer/ui/page.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { deliveryToShow } from './delivery-order.ts';
import { EditedMark } from './edited-mark.tsx';
import { MessageActions } from './message-actions.tsx';
import { MessageView } from './message-view.tsx';

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
      {(message) => <Message key={message.id} message={message} />}
    </Found>
  );
};

const Message = ({ message }: { readonly message: MessageDetail }) => {
  const [{ endpoint }, setState] = useUrlState(['endpoint']);
  const urlOf = useEndpointUrl();
  const delivery = deliveryToShow(message.deliveries, endpoint);
  const { created, channels, companyName } = message;
  return (
    <Page
      title={message.eventType}
      beside={
        <>
          {delivery && <DeliveryBadge status={delivery.status} />}
          <EditedMark editedFrom={message.editedFrom} />
          <AsOf />
        </>
      }
      back={{ to: '/messages', label: 'Back to messages', returns: true }}
      description={
        <Group gap={4}>
          {message.id}
          <CopyButton value={message.id} what="the message id" />
        </Group>
      }
      actions={<MessageActions message={message} delivery={delivery} />}
    >
      <Stack gap="md">
        <Facts
          facts={[
            ['Published', <Instant key="at" at={created} exact />],
            [
              'Company',
              channels.length === 0
                ? 'Company-agnostic'
                : `${companyName ?? 'Unknown company'} (${channels.join(', ')})`,
            ],
            ...(delivery === undefined
              ? []
              : [
                  [
                    'Endpoint',
                    <TextLink key="to" to={`/endpoints/${delivery.webhookId}`}>
                      {withoutScheme(urlOf(delivery.webhookId))}
                    </TextLink>,
                  ] as const,
                ]),
          ]}
        />
        <MessageView
          message={message}
          delivery={delivery}
          onShow={(webhookId) => setState({ endpoint: webhookId })}
        />
      </Stack>
    </Page>
  );
};
