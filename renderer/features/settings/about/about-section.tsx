import { Anchor, Code, Group, Stack, Text } from '@mantine/core';
import { bridge } from '#renderer/lib/bridge.ts';
import { useAbout } from '#renderer/lib/use-about.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { Licences } from './licences.tsx';

export const AboutSection = () => {
  const query = useAbout();
  return (
    <Stack>
      <Section
        title="Carryover"
        description="Migrates an integrator's webhooks and OAuth tokens to the service, with evidence"
      >
        <Loaded query={query} text="Loading version…">
          {(about) => (
            <Facts
              facts={[
                ['Version', about.version],
                ['System', about.platform],
                ['Node', about.node],
                ['Electron', about.electron ?? 'none'],
                ['Running since', <Instant key="started" at={about.started} />],
                ['Local API', <Copied key="api" text={about.apiUrl} what="the address" />],
                [
                  'Client',
                  <Copied
                    key="client"
                    text={about.client.id}
                    what="the client id"
                    note={about.client.name}
                  />,
                ],
                ['Licence', 'MIT'],
              ]}
            />
          )}
        </Loaded>
      </Section>
      <Documentation />
      <Licences />
    </Stack>
  );
};

const Copied = ({ text, what, note }: { text: string; what: string; note?: string }) => (
  <Group gap={4}>
    <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
    <CopyButton value={text} what={what} />
    {note !== undefined && <Text c="dimmed">{note}</Text>}
  </Group>
);

const standard = 'https://www.standardwebhooks.com/';

const Documentation = () => {
  const electron = bridge();
  return (
    <Section title="Documentation">
      <Stack gap="xs">
        <Text>
          <Code>carryover --help</Code> and <Code>carryover COMMAND --help</Code> describe every command; each
          screen has its commands.
        </Text>
        {electron === undefined && (
          <Text>
            <Anchor href="/api/docs" target="_blank" rel="noreferrer" underline="always">
              Desk HTTP API reference
            </Anchor>
          </Text>
        )}
        <Text>
          <Anchor
            href={standard}
            target="_blank"
            rel="noreferrer"
            underline="always"
            onClick={(event) => {
              if (electron === undefined) return;
              event.preventDefault();
              void electron.openExternal(standard);
            }}
          >
            Standard Webhooks
          </Anchor>
          : how the service signs messages (opens the website).
        </Text>
      </Stack>
    </Section>
  );
};
