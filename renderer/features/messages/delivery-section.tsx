import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { Delivery, MessageDetail } from '#contract/message.ts';
import { deliveryReason } from '#renderer/lib/delivery-labels.ts';
import { DeliveryBadge } from '#renderer/ui/delivery-badge.tsx';
import { ErrorNotice } from '#renderer/ui/error-notice.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Term } from '#renderer/ui/term.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { AttemptDetail } from './attempt-detail.tsx';
import { AttemptSchedule } from './attempt-schedule.tsx';
import { isOnSchedule } from './attempt-slots.ts';
import { AttemptTable } from './attempt-table.tsx';
import { useEndpointUrl } from './endpoint-urls.ts';
import { useResend } from './resend-message.ts';

interface DeliverySectionProps {
  readonly message: MessageDetail;
  readonly delivery: Delivery;
  readonly isOneOfMany: boolean;
}

/** A message at one endpoint: its schedule, its attempts, and one of them in full. */
export const DeliverySection = ({ message, delivery, isOneOfMany }: DeliverySectionProps) => {
  const attempts = message.attempts.filter(({ webhookId }) => webhookId === delivery.webhookId);
  // The delivery counts those too that have not ended, which the list below does not have.
  const underWay = delivery.attempts - attempts.length;
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
          <DeliveryBadge status={delivery.status} />
          {deliveryReason(delivery.status, attempts)} {formatNumber(attempts.length)}{' '}
          <Term term="attempt">{attempts.length === 1 ? 'attempt' : 'attempts'}</Term>
          {underWay > 0 && ` · ${formatNumber(underWay)} in progress`}
        </Group>
      }
      actions={
        <>
          <TextLink to={`/endpoints/${delivery.webhookId}`}>Open endpoint</TextLink>
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
        {resend.error && <ErrorNotice title="Message not resent" error={resend.error} />}
        {isOnSchedule(delivery, attempts) && (
          <AttemptSchedule delivery={delivery} attempts={attempts} chosen={shown?.id} onChoose={setChosen} />
        )}
        {attempts.length === 0 ? (
          <Text c="dimmed">First attempt not finished.</Text>
        ) : (
          <AttemptTable attempts={attempts} chosen={shown?.id} onChoose={setChosen} />
        )}
        {shown && <AttemptDetail key={shown.id} messageId={message.id} body={message.body} attempt={shown} />}
      </Stack>
    </Section>
  );
};
