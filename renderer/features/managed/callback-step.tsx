import { Alert, Code, List, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { formatCount } from '#contract/format.ts';
import type { RunbookView } from '#contract/runbook.ts';
import { CodeBlock } from '#renderer/ui/code-block.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Blocked, openAmong } from './blocked.tsx';
import { CheckCallback } from './check-callback.tsx';

/** Step 3: the callback URL is registered with the platform, and shown to be in its list. */
export const CallbackStep = ({ view }: { readonly view: RunbookView }) => {
  const { callbackUrl, callbackCheck, platformName } = view;
  const before = openAmong(view, ['supply', 'schedule']);
  return (
    <>
      <Section
        level={3}
        title="Callback URL"
        description={`The integrator adds it, character by character, to the redirect URLs of its application at ${platformName}.`}
      >
        {callbackUrl === undefined ? (
          <Text>
            The target of this case has no callback URL yet. Enter it under{' '}
            <TextLink to="/settings/targets">Settings, Targets</TextLink>.
          </Text>
        ) : (
          <CodeBlock text={callbackUrl} what="the callback URL" />
        )}
      </Section>
      <Section
        level={3}
        title="List registered with the platform"
        description="Ask for the list as the platform shows it, and paste all of it: one URL a line, a JSON array, or separated by commas. Compared character by character, as platforms do."
      >
        <Stack>
          <Blocked by={before} what="The list can't be checked" />
          <CheckCallback view={view} blocked={before.length > 0 || callbackUrl === undefined} />
          {callbackCheck && <Finding check={callbackCheck} />}
        </Stack>
      </Section>
    </>
  );
};

const Finding = ({ check }: { readonly check: NonNullable<RunbookView['callbackCheck']> }) => {
  const { found, urls, near, at, by } = check;
  const count = formatCount(urls, 'URL', 'URLs');
  return (
    <Stack gap="sm">
      <Alert
        role="status"
        color={found ? 'teal' : 'red'}
        variant="light"
        icon={found ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={found ? `Registered: it is one of ${count}` : `Not registered: it is not among ${count}`}
      >
        <Text component="div">
          Checked <Instant at={at} /> by {by}, against <Code>{check.callbackUrl}</Code>
        </Text>
        {!found && near.length === 0 && (
          <Text>No close match. Have the callback URL added, and check again.</Text>
        )}
      </Alert>
      {near.length > 0 && <NearMisses near={near} />}
    </Stack>
  );
};

const NearMisses = ({ near }: Pick<NonNullable<RunbookView['callbackCheck']>, 'near'>) => (
  <Table.ScrollContainer minWidth={420}>
    <Table aria-label="URLs that come near" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="45%">Closest match</Table.Th>
          <Table.Th>What differs</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {near.map(({ url, differences }) => (
          <Table.Tr key={url}>
            <Table.Td style={{ overflowWrap: 'anywhere' }}>
              <Code>{url}</Code>
            </Table.Td>
            <Table.Td>
              <List>
                {differences.map((difference) => (
                  <List.Item key={difference}>{difference}</List.Item>
                ))}
              </List>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);
