import { Grid, List, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { toleranceSeconds } from '#contract/attempt-check.ts';
import type { EndpointDetail, Secret } from '#contract/endpoint.ts';
import { formatDuration } from '#contract/format.ts';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { SecretValue } from '#renderer/ui/secret-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { snippets } from './snippets.ts';

/** The signing secret, and how a consumer verifies signatures. */
export const SecretTab = ({ endpoint: { id, secret } }: { endpoint: EndpointDetail }) => {
  const [rotations, setRotations] = useState(0);
  return (
    <Grid gap="md">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack>
          <Section title="Signing secret" description="Known to the consumer and the service only">
            <Stack gap="sm" align="flex-start">
              <SecretValue
                // A rotation hides the secret that was shown.
                key={rotations}
                masked={secret}
                what="signing secret"
                reveal={async () => (await api.get<Secret>(`${endpointPath(id)}/secret`)).secret}
                onError={(error) => notifyFailed('Secret not shown', error)}
              />
              <RotateSecret webhookId={id} onRotated={() => setRotations(rotations + 1)} />
            </Stack>
          </Section>
          <SignatureScheme />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <VerifySnippets />
      </Grid.Col>
    </Grid>
  );
};

const SignatureScheme = () => (
  <Section title="Signature" description="Standard Webhooks; libraries of that name verify it">
    <List spacing={4}>
      <List.Item>
        <b>webhook-id</b>: id of the message, the same for all attempts. Ignore repeats.
      </List.Item>
      <List.Item>
        <b>webhook-timestamp</b>: time of the attempt, in Unix seconds. Reject more than{' '}
        {formatDuration(toleranceSeconds * 1000)} difference.
      </List.Item>
      <List.Item>
        <b>webhook-signature</b>: <code>v1,</code> and the HMAC-SHA256 of <code>id.timestamp.body</code> in
        base64. After a rotation there are several; one must match.
      </List.Item>
    </List>
  </Section>
);

const VerifySnippets = () => {
  const [language, setLanguage] = useState<string>(snippets[0].id);
  const { label, text } = snippets.find(({ id }) => id === language) ?? snippets[0];
  return (
    <Section
      title="Verify in the consumer"
      description="Keep the secret in an environment variable, not in the code."
    >
      <Stack gap="xs">
        <SegmentedControl
          aria-label="Language"
          style={{ alignSelf: 'flex-start' }}
          value={language}
          onChange={setLanguage}
          data={snippets.map(({ id, label: name }) => ({ value: id, label: name }))}
        />
        <CodeBlock text={text.trimEnd()} what={`${label} code`} maxHeight={520} />
      </Stack>
    </Section>
  );
};
