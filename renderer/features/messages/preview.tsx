import { useState } from 'react';
import type { MessageDetail } from '#contract/message.ts';
import type { MessageFilter } from '#contract/message-query.ts';
import { matchesDelivery } from '#contract/message-query.ts';
import { useEndpointUrl } from '#renderer/lib/endpoint-urls.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useMessage } from '#renderer/lib/use-message.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { DeliveryBadge } from '#renderer/ui/delivery-badge.tsx';
import { PreviewBody, PreviewHead, PreviewPane } from '#renderer/ui/preview-pane.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { deliveryToShow } from './delivery-order.ts';
import { EditedMark } from './edited-mark.tsx';
import { MessageActions } from './message-actions.tsx';
import { MessageView } from './message-view.tsx';

interface PreviewProps {
  readonly messageId: string;
  /** Of the list: the delivery that it asks for is shown first. */
  readonly filter: MessageFilter;
  /** To mark in the payload. */
  readonly words: readonly string[];
  /** Whether keys are about the selected rows. */
  readonly keysTaken: boolean;
  readonly onClose: () => void;
}

/** The chosen message beside the list. */
export const Preview = ({ messageId, onClose, ...props }: PreviewProps) => {
  const query = useMessage(messageId);
  return (
    <PreviewPane
      noun="Message"
      keysTaken={props.keysTaken}
      query={query}
      missing="Message not found. Messages are removed after their retention period, or when the sandbox is reset."
      onClose={onClose}
    >
      {(message) => <Content key={message.id} message={message} onClose={onClose} {...props} />}
    </PreviewPane>
  );
};

interface ContentProps extends Omit<PreviewProps, 'messageId'> {
  readonly message: MessageDetail;
}

const Content = ({ message, filter, words, keysTaken, onClose }: ContentProps) => {
  const [chosen, setChosen] = useState<string>();
  const urlOf = useEndpointUrl();
  const delivery = deliveryToShow(message.deliveries, chosen ?? filter.endpoint, (one) =>
    matchesDelivery(filter, one),
  );
  const opensAt = `/messages/${message.id}${delivery === undefined ? '' : `?endpoint=${delivery.webhookId}`}`;
  return (
    <>
      <PreviewHead
        title={message.eventType}
        beside={
          <>
            {delivery && <DeliveryBadge status={delivery.status} />}
            <EditedMark editedFrom={message.editedFrom} />
          </>
        }
        actions={
          <MessageActions message={message} delivery={delivery} opensAt={opensAt} keysTaken={keysTaken} />
        }
        facts={
          <>
            <code>{message.id}</code>
            <CopyButton value={message.id} what="the message id" />
            {delivery && (
              <TextLink to={`/endpoints/${delivery.webhookId}`}>
                {withoutScheme(urlOf(delivery.webhookId))}
              </TextLink>
            )}
          </>
        }
        onClose={onClose}
      />
      <PreviewBody>
        <MessageView message={message} delivery={delivery} onShow={setChosen} compact words={words} />
      </PreviewBody>
    </>
  );
};
