import { Group, Stack, Table, Text } from '@mantine/core';
import { formatDuration } from '#contract/format.ts';
import type { TargetTest } from '#contract/target.ts';
import { Instant } from '#renderer/ui/instant.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';

const results = {
  allowed: { tone: 'good', label: 'Allowed' },
  denied: { tone: 'bad', label: 'Denied' },
  unknown: { tone: 'neutral', label: 'Unknown' },
} as const;

/** What the API key may do on a target. */
export const TestResult = ({ result }: { result: TargetTest }) => (
  <Stack gap="xs">
    <Group gap="sm">
      <Verdict result={result} />
      <Text c="dimmed">
        Tested <Instant at={result.at} exact /> in {formatDuration(result.durationMs)}, read-only.
      </Text>
    </Group>
    {result.problem !== undefined && <Text>{result.problem}</Text>}
    {result.rights.length > 0 && (
      <WideTable label="Permissions on the target" minWidth={520} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={130}>Result</Table.Th>
            <Table.Th>Permission</Table.Th>
            <Table.Th>Call</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {result.rights.map((right) => (
            <Table.Tr key={`${right.what} ${right.call}`}>
              <Table.Td>
                <StatusBadge tone={results[right.result].tone}>{results[right.result].label}</StatusBadge>
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
  if (!reached) return <StatusBadge tone="bad">Unreachable</StatusBadge>;
  return rights.some(({ result }) => result === 'denied') ? (
    <StatusBadge tone="attention">Reachable, but permissions are missing</StatusBadge>
  ) : (
    <StatusBadge tone="good">Reachable, with read access</StatusBadge>
  );
};
