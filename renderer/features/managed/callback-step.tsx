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

/** Step 3: the callback URL is registered with the platform. */
export const CallbackStep = ({ view }: { readonly view: RunbookView }) => {
  const { callbackUrl, callbackCheck, platformName } = view;
  const before = openAmong(view, ['supply', 'schedule']);
  return (
    <>
      <Section
        level={3}
        title="Callback URL"
        description={`The integrator adds it to the redirect URLs of its ${platformName} application.`}
      >
        {callbackUrl === undefined ? (
          <Text>
            The target has no callback URL. <TextLink to="/settings/targets">Open targets</TextLink>
          </Text>
        ) : (
          <CodeBlock text={callbackUrl} what="callback URL" />
        )}
      </Section>
      <Section level={3} title="Registered redirect URLs" description="Compared character by character.">
        <Stack>
          <Blocked by={before} />
          <CheckCallback view={view} blocked={before.length > 0 || callbackUrl === undefined} />
          {callbackCheck && <Result check={callbackCheck} />}
        </Stack>
      </Section>
    </>
  );
};

const Result = ({ check }: { readonly check: NonNullable<RunbookView['callbackCheck']> }) => {
  const { found, urls, near, at, by } = check;
  return (
    <Stack gap="sm">
      <Alert
        role="status"
        color={found ? 'teal' : 'red'}
        variant="light"
        icon={found ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
        title={`${found ? 'Registered' : 'Not registered'} (${formatCount(urls, 'URL')} checked)`}
      >
        <Text component="div">
          Checked <Instant at={at} /> by {by}, against <Code>{check.callbackUrl}</Code>
        </Text>
        {!found && near.length === 0 && <Text>No close match. Add the callback URL and check again.</Text>}
      </Alert>
      {near.length > 0 && <ClosestMatches near={near} />}
    </Stack>
  );
};

const ClosestMatches = ({ near }: Pick<NonNullable<RunbookView['callbackCheck']>, 'near'>) => (
  <Table.ScrollContainer minWidth={420}>
    <Table aria-label="Closest matches" verticalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="45%">Closest match</Table.Th>
          <Table.Th>Difference</Table.Th>
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
