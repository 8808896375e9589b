import { Alert, Code, Stack, Table, Text } from '@mantine/core';
import { IconCheck, IconClock, IconX } from '@tabler/icons-react';
import type { HeaderCheckResult } from '#contract/header-setup.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { results } from './setup-labels.ts';

const heads = {
  passed: { title: 'All headers correct', color: 'teal', Icon: IconCheck },
  pending: { title: 'Event sent: paste the received headers', color: 'blue', Icon: IconClock },
  failed: { title: 'Header check failed', color: 'red', Icon: IconX },
} as const;

/** Result of a check, header by header, with advice. */
export const CheckResult = ({ result }: { result: HeaderCheckResult }) => {
  const { at, by, passed, pending, statusCode, error, headers, advice, messageId } = result;
  const { title, color, Icon } = heads[passed ? 'passed' : pending ? 'pending' : 'failed'];
  const response = error ?? statusCode;
  return (
    <Alert role="status" variant="default" color={color} icon={<Icon aria-hidden />} title={title}>
      <Stack gap="sm">
        <Text>
          {by === 'test-event' ? 'Test event, ' : 'Received headers compared, '}
          <Instant at={at} />
          {response !== undefined && ` · response ${response}`}{' '}
          {by === 'test-event' && messageId !== undefined && (
            <TextLink to={`/messages/${messageId}`}>Open message</TextLink>
          )}
        </Text>
        {headers.length > 0 && (
          <Table aria-label="Checked headers" verticalSpacing={4}>
            <Table.Tbody>
              {headers.map(({ name, value, result: found }) => (
                <Table.Tr key={name}>
                  <Table.Th w="32%" fw={600} style={{ overflowWrap: 'anywhere' }} scope="row">
                    {name}
                  </Table.Th>
                  <Table.Td>{value !== '' && <Code>{value}</Code>}</Table.Td>
                  <Table.Td w={150}>
                    <StatusBadge tone={results[found].tone}>{results[found].label}</StatusBadge>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {advice.length > 0 && <Lines lines={advice} />}
      </Stack>
    </Alert>
  );
};
