import { Grid, Stack } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { DisabledNotice } from '#renderer/features/endpoints/disabled-notice.tsx';
import { Channels } from './channels.tsx';
import { DeleteEndpoint } from './delete-endpoint.tsx';
import { EventTypes } from './event-types.tsx';
import { Health } from './health.tsx';
import { RateLimit } from './rate-limit.tsx';
import { Statistics } from './statistics.tsx';

/** Subscription, health and settings of an endpoint. */
export const Overview = ({ endpoint }: { endpoint: EndpointDetail }) => (
  <Stack>
    <DisabledNotice endpoint={endpoint} />
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack>
          <Channels endpoint={endpoint} />
          <EventTypes endpoint={endpoint} />
          <RateLimit key={endpoint.messagesPerSecond ?? 'none'} endpoint={endpoint} />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack>
          <Health endpoint={endpoint} />
          <Statistics endpoint={endpoint} />
        </Stack>
      </Grid.Col>
    </Grid>
    <DeleteEndpoint endpoint={endpoint} />
  </Stack>
);
