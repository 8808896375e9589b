import { Stack, Text } from '@mantine/core';
import { formatCount } from '#contract/format.ts';
import type { Delivery, MessageDetail } from '#contract/message.ts';
import { PayloadView } from '#renderer/ui/payload/payload-view.tsx';
import { Section } from '#renderer/ui/section.tsx';
import classes from '#renderer/ui/split.module.css';
import { DeliveryTable } from './delivery-table.tsx';
import { DeliveryView } from './delivery-view.tsx';
import { EditedCopies } from './edited-mark.tsx';

interface MessageViewProps {
  readonly message: MessageDetail;
  /** The one that is shown in full. */
  readonly delivery: Delivery | undefined;
  readonly onShow: (webhookId: string) => void;
  /** Beside a list. */
  readonly compact?: boolean;
  /** To mark in the payload. */
  readonly words?: readonly string[];
}

/** A message: its deliveries, one of them with its attempts, and the payload. On its own screen and beside the list. */
export const MessageView = ({ message, delivery, onShow, compact = false, words }: MessageViewProps) => {
  const { deliveries, body } = message;
  return (
    <Stack gap={0} className={classes.view}>
      {deliveries.length === 0 && (
        <Section title="Deliveries">
          <Text c="dimmed">No subscribers. To deliver it now, replay it from an endpoint.</Text>
        </Section>
      )}
      {deliveries.length > 1 && (
        <Section title="Deliveries" description={formatCount(deliveries.length, 'endpoint')}>
          <DeliveryTable
            deliveries={deliveries}
            shown={delivery?.webhookId}
            onShow={onShow}
            compact={compact}
          />
        </Section>
      )}
      {delivery && <DeliveryView key={delivery.webhookId} message={message} delivery={delivery} />}
      <Section>
        <PayloadView title="Payload" text={body} what="the payload" {...(words && { words })} />
        <EditedCopies editedCopies={message.editedCopies} />
      </Section>
    </Stack>
  );
};
