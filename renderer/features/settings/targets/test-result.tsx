import { Group, Stack, Table, Text } from '@mantine/core';
import { formatDuration } from '#contract/format.ts';
import type { TargetTest } from '#contract/target.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';

const results = {
  allowed: { tone: 'good', words: 'Allowed' },
  denied: { tone: 'bad', words: 'Denied' },
  unknown: { tone: 'neutral', words: 'Not known' },
} as const;

/** What a target let us do. */
export const TestResult = ({ result }: { result: TargetTest }) => (
  <Stack gap="xs">
    <Group gap="sm">
      <Verdict result={result} />
      <Text c="dimmed">
        Tested <Instant at={result.at} exact />, in {formatDuration(result.durationMs)}, by calls that only
        read.
      </Text>
    </Group>
    {result.problem !== undefined && <Text>{result.problem}</Text>}
    {result.rights.length > 0 && (
      <WideTable label="Rights at the target" minWidth={520} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={130}>Result</Table.Th>
            <Table.Th>Right</Table.Th>
            <Table.Th>Call</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {result.rights.map((right) => (
            <Table.Tr key={`${right.what} ${right.call}`}>
              <Table.Td>
                <StatusBadge tone={results[right.result].tone}>{results[right.result].words}</StatusBadge>
              </Table.Td>
              <Table.Td>
                {right.what}
                {right.detail !== undefined && (
                  <Text size="sm" c="dimmed">
                    {right.detail}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>{right.call}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
    )}
  </Stack>
);

const Verdict = ({ result: { reached, rights } }: { result: TargetTest }) => {
  if (!reached) return <StatusBadge tone="bad">Not reached</StatusBadge>;
  return rights.some(({ result }) => result === 'denied') ? (
    <StatusBadge tone="attention">It answers, but rights are lacking</StatusBadge>
  ) : (
    <StatusBadge tone="good">It answers, and lets the key read</StatusBadge>
  );
};
