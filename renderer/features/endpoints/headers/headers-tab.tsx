import { Grid, List, Stack, Text } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatBytes } from '#contract/format.ts';
import { webhookLimits } from '#contract/webhook.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { Section } from '#renderer/ui/section.tsx';
import { revealHeader, useChangeHeaders } from './change-headers.ts';
import { HeaderForm } from './header-form.tsx';
import { PresentHeaders } from './present-headers.tsx';

/** Custom headers of an endpoint of the local service. Source: `docs/reference/rules/endpoints.md#custom-headers`. */
export const HeadersTab = ({ endpoint }: { endpoint: EndpointDetail }) => {
  const { id, headers } = endpoint;
  const setting = useChangeHeaders(id);
  const removing = useChangeHeaders(id);
  const about = useAbout();
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack>
          <Section title="Custom headers">
            <PresentHeaders
              headers={headers.map((header) => ({ ...header, state: 'set' }))}
              reveal={(name) => revealHeader(id, name)}
              removing={removing}
            />
          </Section>
          <Section title="Set headers" description="Headers not listed here stay unchanged.">
            <HeaderForm
              present={headers.map(({ name }) => name)}
              clientId={about.data?.client.id}
              action="Set headers"
              note="Sent from the next attempt on. Values are encrypted and masked."
              done="Headers set. Send an event in the Testing tab to verify them."
              setting={setting}
            />
          </Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Guidance />
      </Grid.Col>
    </Grid>
  );
};

const Guidance = () => (
  <Section title="Which headers">
    <List spacing="xs">
      <List.Item>
        <b>Authorization</b>: what the consumer checks. The profile no longer sets it.
      </List.Item>
      <List.Item>
        <b>X-Service-ClientId</b>: if several clients send to one consumer. Legacy webhooks always sent it.
      </List.Item>
    </List>
    <Text size="sm" c="dimmed" mt="sm">
      Up to {webhookLimits.headers} headers, {formatBytes(webhookLimits.headerBytes)} together. Connection
      headers, content-type and webhook-* are reserved.
    </Text>
  </Section>
);
