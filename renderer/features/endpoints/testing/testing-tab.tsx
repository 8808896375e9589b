import { Grid, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { DisabledNotice } from '#renderer/features/endpoints/disabled-notice.tsx';
import { ReceivedList } from '#renderer/features/endpoints/receiver/received-list.tsx';
import { isAtReceiver, useReceiver } from '#renderer/lib/use-receiver.ts';
import { Empty } from '#renderer/ui/empty.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { DeliveryProgress } from './delivery-progress.tsx';
import { ExampleForm } from './example-form.tsx';

/** Example events: sent, delivered and received before one's eyes. What was sent last stands in the address. */
export const TestingTab = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const [search, setSearch] = useSearchParams();
  const messageId = search.get('message');
  const receiver = useReceiver();
  const atReceiver = isAtReceiver(endpoint.url, receiver.data);
  return (
    <Stack>
      <DisabledNotice endpoint={endpoint} />
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 4 }}>
          <ExampleForm
            endpoint={endpoint}
            onSent={(id) => setSearch({ tab: 'testing', message: id }, { replace: true })}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            {messageId === null ? (
              <Section>
                <Empty
                  icon={<IconSend aria-hidden />}
                  title="Nothing sent from here yet"
                  text="Send an example: its delivery shows here as it happens."
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
