import { Group, Stack, Table, Text } from '@mantine/core';
import { type Cause, causeLabels } from '#contract/cause-labels.ts';
import { formatNumber } from '#contract/format.ts';
import type { BehaviourOutcome, RehearsalOutcome, Run } from '#contract/token-runs.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { behaviourLabels } from '#renderer/lib/token-labels.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';

/** How the rows of each behaviour ended in a rehearsal. */
export const BehaviourOutcomes = ({ run: { caseId, id } }: { run: Run }) => {
  const query = useApiQuery<RehearsalOutcome>(
    [...tokenKeys.all(caseId), 'runs', id, 'outcome'],
    `${tokensPath(caseId)}/rehearsals/${id}`,
  );
  return (
    <Section title="Results by token behaviour" level={3}>
      <Loaded query={query} text="Loading results…">
        {({ behaviours }) => (
          <WideTable minWidth={560} label="Rows by behaviour">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Behaviour</Table.Th>
                <Table.Th ta="right">Rows</Table.Th>
                <Table.Th ta="right">Done</Table.Th>
                <Table.Th>Failed</Table.Th>
                <Table.Th ta="right">Unfinished</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {behaviours.map((one) => (
                <OutcomeRow key={one.behaviour} outcome={one} />
              ))}
            </Table.Tbody>
          </WideTable>
        )}
      </Loaded>
    </Section>
  );
};

const OutcomeRow = ({ outcome: { behaviour, rows, done, failed, left } }: { outcome: BehaviourOutcome }) => (
  <Table.Tr>
    <Table.Td>
      <Stack gap={0}>
        <Text fw={500}>{behaviourLabels[behaviour].label}</Text>
        <Text size="sm" c="dimmed">
          {behaviourLabels[behaviour].meaning}
        </Text>
      </Stack>
    </Table.Td>
    <Table.Td ta="right">{formatNumber(rows)}</Table.Td>
    <Table.Td ta="right">{formatNumber(done)}</Table.Td>
    <Table.Td>
      <Group gap="xs">
        {Object.entries(failed)
          .map(([cause, count]) => `${formatNumber(count)} ${causeLabels[cause as Cause].title}`)
          .join(', ') || <NoValue />}
      </Group>
    </Table.Td>
    <Table.Td ta="right">{formatNumber(left)}</Table.Td>
  </Table.Tr>
);
