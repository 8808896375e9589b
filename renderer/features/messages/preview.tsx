import { CloseButton, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { MessageDetail } from '#contract/message.ts';
import type { MessageFilter } from '#contract/message-query.ts';
import { matchesDelivery } from '#contract/message-query.ts';
import { isMissing } from '#renderer/lib/api.ts';
import { useEndpointUrl } from '#renderer/lib/endpoint-urls.ts';
import { useShortcuts } from '#renderer/lib/shortcuts.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useMessage } from '#renderer/lib/use-message.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { DeliveryBadge } from '#renderer/ui/delivery-badge.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { SectionLevel } from '#renderer/ui/section.tsx';
import classes from '#renderer/ui/split.module.css';
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
  // With rows selected, Esc clears the selection.
  const enabled = !props.keysTaken;
  useShortcuts('Message', [{ label: 'Close preview', keys: 'Escape', enabled, run: onClose }]);
  return (
    <section className={classes.preview} aria-label="Selected message">
      {isMissing(query.error) ? (
        <Text c="dimmed" p="md">
          Message not found. Messages are removed after their retention period, or when the sandbox is reset.
        </Text>
      ) : (
        <Loaded query={query} text="Loading message…">
          {(message) => <Content key={message.id} message={message} onClose={onClose} {...props} />}
        </Loaded>
      )}
    </section>
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
      <header className={classes.previewHead}>
        <div className={classes.previewTitle}>
          <Title order={2} className={classes.previewName} title={message.eventType}>
            {message.eventType}
          </Title>
          {delivery && <DeliveryBadge status={delivery.status} />}
          <EditedMark editedFrom={message.editedFrom} />
          <div className={classes.previewActions}>
            <MessageActions message={message} delivery={delivery} opensAt={opensAt} keysTaken={keysTaken} />
            <CloseButton size="sm" aria-label="Close preview" title="Close (Esc)" onClick={onClose} />
          </div>
        </div>
        <div className={classes.previewFacts}>
          <code>{message.id}</code>
          <CopyButton value={message.id} what="the message id" />
          {delivery && (
            <TextLink to={`/endpoints/${delivery.webhookId}`}>
              {withoutScheme(urlOf(delivery.webhookId))}
            </TextLink>
          )}
        </div>
      </header>
      <div className={classes.previewBody}>
        <SectionLevel value={3}>
          <MessageView message={message} delivery={delivery} onShow={setChosen} compact words={words} />
        </SectionLevel>
      </div>
    </>
  );
};
