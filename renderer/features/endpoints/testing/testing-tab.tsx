import { Grid, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { DisabledNotice } from '#renderer/features/endpoints/disabled-notice.tsx';
import { ReceivedList } from '#renderer/features/endpoints/receiver/received-list.tsx';
import { isAtReceiver, useReceiver } from '#renderer/lib/use-receiver.ts';
import { useUrlState } from '#renderer/lib/use-url-state.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { DeliveryProgress } from './delivery-progress.tsx';
import { ExampleForm } from './example-form.tsx';

/** Sends events, and follows the delivery of the last one, whose message is in the address. */
export const TestingTab = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const [{ message: messageId }, setState] = useUrlState(['message']);
  const receiver = useReceiver();
  const atReceiver = isAtReceiver(endpoint.url, receiver.data);
  return (
    <Stack>
      <DisabledNotice endpoint={endpoint} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <ExampleForm endpoint={endpoint} onSent={(message) => setState({ message })} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            {messageId === undefined ? (
              <Section>
                <Empty
                  icon={<IconSend aria-hidden />}
                  title="No events sent yet"
                  text="Deliveries of events you send appear here live."
                />
              </Section>
            ) : (
              <DeliveryProgress key={messageId} messageId={messageId} webhookId={endpoint.id} />
            )}
            {atReceiver && <ReceivedList webhookId={endpoint.id} url={endpoint.url} messageId={messageId} />}
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
};
