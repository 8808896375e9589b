import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '#contract/format.ts';
import type { Delivery, MessageDetail } from '#contract/message.ts';
import { deliveryMeaning, deliveryTones } from '#renderer/lib/delivery-labels.ts';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { AttemptDetail } from './attempt-detail.tsx';
import { AttemptTable } from './attempt-table.tsx';
import { useEndpointUrl } from './endpoint-urls.ts';
import { Ladder } from './ladder.tsx';
import { isOnLadder } from './ladder-rungs.ts';
import { useResend } from './resend-message.ts';

interface DeliverySectionProps {
  readonly message: MessageDetail;
  readonly delivery: Delivery;
  readonly isOneOfMany: boolean;
  /** The person came from this endpoint. */
  readonly isSought: boolean;
}

/** A message at one endpoint: its way up the ladder, its attempts, and one of them in full. */
export const DeliverySection = ({ message, delivery, isOneOfMany, isSought }: DeliverySectionProps) => {
  const attempts = message.attempts.filter(({ webhookId }) => webhookId === delivery.webhookId);
  const [chosen, setChosen] = useState<string>();
  const shown = attempts.find(({ id }) => id === chosen) ?? attempts.at(-1);
  const resend = useResend(message.id);
  const urlOf = useEndpointUrl();
  const url = urlOf(delivery.webhookId);
  return (
    <Section
      title={url}
      description={
        <Group gap="xs">
          {isSought && <StatusBadge tone="neutral">The endpoint you came from</StatusBadge>}
          <StatusBadge tone={deliveryTones[delivery.status]}>{delivery.status}</StatusBadge>
          {deliveryMeaning(delivery.status, attempts)} {formatCount(delivery.attempts, 'attempt')}
          {delivery.nextAttemptAt === undefined ? '' : ' so far'}.
        </Group>
      }
      actions={
        <>
          <TextLink to={`/endpoints/${delivery.webhookId}`}>The endpoint</TextLink>
          <Button
            size="xs"
            variant={isOneOfMany ? 'default' : 'filled'}
            leftSection={<IconSend size={14} aria-hidden />}
            loading={resend.isPending}
            onClick={() => resend.mutate(delivery.webhookId)}
          >
            Resend
          </Button>
        </>
      }
    >
      <Stack>
        {resend.error && <ErrorNotice title="It was not resent" error={resend.error} />}
        {isOnLadder(delivery, attempts) && (
          <Ladder delivery={delivery} attempts={attempts} onChoose={setChosen} />
        )}
        {attempts.length === 0 ? (
          <Text c="dimmed">The first attempt has not ended yet.</Text>
        ) : (
          <AttemptTable attempts={attempts} chosen={shown?.id} onChoose={setChosen} />
        )}
        {shown && <AttemptDetail key={shown.id} messageId={message.id} body={message.body} attempt={shown} />}
      </Stack>
    </Section>
  );
};
