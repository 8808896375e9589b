import { Grid, List, Stack, Text } from '@mantine/core';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatNumber } from '#contract/format.ts';
import { webhookLimits } from '#contract/webhook.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';
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
          <Section
            title="Custom headers"
            description="Sent with every message, besides those of the service."
          >
            <PresentHeaders
              headers={headers.map((header) => ({ ...header, state: 'set' }))}
              reveal={(name) => revealHeader(id, name)}
              removing={{
                isPending: removing.isPending,
                error: removing.error,
                reset: removing.reset,
                remove: (name, done) =>
                  removing.mutate(
                    { remove: [name] },
                    {
                      onSuccess: () => {
                        notifyDone(`${name} is removed.`);
                        done();
                      },
                    },
                  ),
              }}
            />
          </Section>
          <Section title="Set headers" description="Those that are not named here stay as they are.">
            <HeaderForm
              present={headers.map(({ name }) => name)}
              clientId={about.data?.client.id}
              action="Set the headers"
              note="They are sent from the next attempt on. Values are sealed, and masked wherever they are shown."
              busy={setting.isPending}
              error={setting.error}
              onSubmit={(request, forget) =>
                setting.mutate(request, {
                  onSuccess: () => {
                    forget();
                    setting.reset();
                    notifyDone('The headers are set. The Testing tab shows them arrive.');
                  },
                })
              }
            />
          </Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <HowItGoes />
      </Grid.Col>
    </Grid>
  );
};

const HowItGoes = () => (
  <Section title="How it goes">
    <List spacing="xs" type="ordered">
      <List.Item>
        Ask the integrator what the consumer checks: most often <b>Authorization</b>. In the new service it is
        a custom header of the endpoint, no longer set by the profile.
      </List.Item>
      <List.Item>
        Where several instances of the service send to one consumer, send <b>X-Service-ClientId</b> too: the
        legacy webhooks always carried it.
      </List.Item>
      <List.Item>Set them, and send an example in the Testing tab to see them arrive.</List.Item>
    </List>
    <Text size="sm" c="dimmed" mt="sm">
      At most {webhookLimits.headers} headers with {formatNumber(webhookLimits.headerBytes)} bytes together.
      Headers of the connection, content-type and webhook-* are the service's own. The Headers screen of a
      case puts the set-up on record, and compares it with the legacy one.
    </Text>
  </Section>
);
