import { Grid, List, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { toleranceSeconds } from '#contract/attempt-check.ts';
import type { EndpointDetail, Secret } from '#contract/endpoint.ts';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SecretValue } from '#renderer/ui/secret-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { snippets } from './snippets.ts';

/** What messages are signed with, and how a consumer verifies them. */
export const SecretTab = ({ endpoint: { id, secret } }: { endpoint: EndpointDetail }) => {
  const [rotations, setRotations] = useState(0);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack>
          <Section title="Signing secret" description="Only the consumer and the service know it.">
            <Stack gap="sm" align="flex-start">
              <SecretValue
                // One that was shown before a rotation is not the secret any more.
                key={rotations}
                masked={secret}
                what="the signing secret"
                reveal={async () => (await api.get<Secret>(`${endpointPath(id)}/secret`)).secret}
                onError={(error) => notifyFailed('The secret was not shown', error)}
              />
              <RotateSecret webhookId={id} onRotated={() => setRotations(rotations + 1)} />
            </Stack>
          </Section>
          <Section title="How a message is signed">
            <List spacing={4}>
              <List.Item>
                <b>webhook-id</b>: the message, the same over all attempts. Drop what came before.
              </List.Item>
              <List.Item>
                <b>webhook-timestamp</b>: when the attempt was made, in Unix seconds. Refuse what is more than{' '}
                {toleranceSeconds / 60} minutes off.
              </List.Item>
              <List.Item>
                <b>webhook-signature</b>: <code>v1,</code> and the HMAC-SHA256 of{' '}
                <code>id.timestamp.body</code>, base64; several after a rotation, of which one must match.
              </List.Item>
            </List>
            <Text size="sm" c="dimmed" mt="sm">
              This is the public Standard Webhooks scheme; libraries of that name verify it.
            </Text>
          </Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Section
          title="Verify it in the consumer"
          description="With the package standardwebhooks. Give it the secret as an environment variable, not in the code."
        >
          <Tabs defaultValue={snippets[0].id} keepMounted={false}>
            <Tabs.List mb="xs" aria-label="Languages">
              {snippets.map(({ id: value, label }) => (
                <Tabs.Tab key={value} value={value}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {snippets.map(({ id: value, label, text }) => (
              <Tabs.Panel key={value} value={value}>
                <CodeBlock text={text.trimEnd()} what={`the ${label} code`} maxHeight={520} />
              </Tabs.Panel>
            ))}
          </Tabs>
        </Section>
      </Grid.Col>
    </Grid>
  );
};
