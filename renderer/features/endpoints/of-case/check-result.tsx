import { Alert, Code, List, Stack, Table, Text } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { HeaderCheckResult } from '#contract/header-setup.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { Worded } from '#renderer/ui/worded.tsx';
import { results } from './setup-labels.ts';

const heads = {
  passed: { title: 'The headers are right', color: 'teal', Icon: IconCheck },
  pending: { title: 'The event was made; now give what was received', color: 'blue', Icon: IconClock },
  failed: { title: 'The check did not pass', color: 'red', Icon: IconX },
} as const;

/** What a check found, header by header, and what to do about it. */
export const CheckResult = ({ result }: { result: HeaderCheckResult }) => {
  const { at, by, passed, pending, statusCode, error, headers, advice, messageId } = result;
  const { title, color, Icon } = heads[passed ? 'passed' : pending ? 'pending' : 'failed'];
  const answer = error ?? statusCode;
  return (
    <Alert role="status" variant="default" color={color} icon={<Icon aria-hidden />} title={title}>
      <Stack gap="sm">
        <Text>
          {by === 'test-event' ? 'By an event of ' : 'By what was received, compared '}
          <Instant at={at} />
          {answer !== undefined && `; the endpoint answered ${answer}`}.{' '}
          {by === 'test-event' && messageId !== undefined && (
            <TextLink to={`/messages/${messageId}`}>Open the message</TextLink>
          )}
        </Text>
        {headers.length > 0 && (
          <Table aria-label="Headers that were checked" verticalSpacing={4}>
            <Table.Tbody>
              {headers.map(({ name, value, result: found }) => (
                <Table.Tr key={name}>
                  <Table.Th w="32%" fw={600} style={{ overflowWrap: 'anywhere' }} scope="row">
                    {name}
                  </Table.Th>
                  <Table.Td>{value !== '' && <Code>{value}</Code>}</Table.Td>
                  <Table.Td w={150}>
                    <StatusBadge tone={results[found].tone}>{results[found].words}</StatusBadge>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {advice.length > 0 && (
          <List>
            {advice.map((line) => (
              <List.Item key={line}>
                <Worded text={line} />
              </List.Item>
            ))}
          </List>
        )}
      </Stack>
    </Alert>
  );
};
