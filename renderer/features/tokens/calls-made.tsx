import { Code, Group, Stack, Table, Text } from '@mantine/core';
import { formatNumber } from '#contract/format.ts';
import type { Run } from '#contract/token-runs.ts';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';

/** Calls of a run by method and path template, and where its ledger stands. */
export const CallsMade = ({ calls, ledger }: Pick<Run, 'calls' | 'ledger'>) => {
  const made = Object.entries(calls).sort(([, a], [, b]) => b - a);
  return (
    <Section
      title="Calls made"
      level={3}
      description="Each is in the ledger before it leaves, and after its answer."
    >
      <Stack>
        {made.length === 0 ? (
          <Text>None yet.</Text>
        ) : (
          <WideTable minWidth={480} label="Calls by kind">
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={90} ta="right">
                  Calls
                </Table.Th>
                <Table.Th>Method and path</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {made.map(([call, count]) => (
                <Table.Tr key={call}>
                  <Table.Td ta="right">{formatNumber(count)}</Table.Td>
                  <Table.Td>
                    <Code style={{ overflowWrap: 'anywhere' }}>{call}</Code>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )}
        <Group gap={4}>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            Ledger: {formatNumber(ledger.entries)} entries, digest {ledger.digest.slice(0, 16)}…
          </Text>
          <CopyButton value={ledger.digest} what="the digest of the ledger" />
        </Group>
      </Stack>
    </Section>
  );
};
