import { Anchor, Group, Stack, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type Cause, causeLabels } from '#contract/cause-labels.ts';
import { formatCount } from '#contract/format.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';

interface FailuresProps {
  /** Failed rows by cause. */
  readonly failures: Readonly<Record<string, number>>;
  /** Where the rows of a cause are listed; nowhere, for a rehearsal. */
  readonly rowsAt?: (cause: string) => string;
}

/** Failed rows by cause: what it means, what to do, and who does it. */
export const Failures = ({ failures, rowsAt }: FailuresProps) => (
  <WideTable minWidth={640} verticalSpacing="sm" label="Failures by cause">
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={230}>Cause</Table.Th>
        <Table.Th>What it means, and what to do</Table.Th>
        <Table.Th w={120}>Who</Table.Th>
        <Table.Th w={130} ta="right">
          Rows
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {causesIn(failures).map(([cause, count]) => (
        <FailureRow key={cause} cause={cause} count={count} to={rowsAt?.(cause)} />
      ))}
    </Table.Tbody>
  </WideTable>
);

const causesIn = (failures: FailuresProps['failures']): [Cause, number][] =>
  (Object.entries(failures) as [Cause, number][])
    .filter(([cause, count]) => count > 0 && cause in causeLabels)
    .sort(([, a], [, b]) => b - a);

const FailureRow = ({ cause, count, to }: { cause: Cause; count: number; to: string | undefined }) => {
  const { title, meaning, action, responsible, passing } = causeLabels[cause];
  return (
    <Table.Tr>
      <Table.Td style={{ verticalAlign: 'top' }}>
        <Stack gap={4} align="flex-start">
          <Text fw={600}>{title}</Text>
          {passing && <StatusBadge tone="active">May pass by itself</StatusBadge>}
        </Stack>
      </Table.Td>
      <Table.Td style={{ verticalAlign: 'top' }}>
        <Text>{meaning}</Text>
        <Text c="dimmed">{action}</Text>
      </Table.Td>
      <Table.Td style={{ verticalAlign: 'top' }}>{partyLabels[responsible]}</Table.Td>
      <Table.Td style={{ verticalAlign: 'top' }}>
        <Group justify="flex-end">
          {to === undefined ? (
            formatCount(count, 'row')
          ) : (
            <Anchor component={Link} to={to} aria-label={`${formatCount(count, 'row')}: ${title}`}>
              {formatCount(count, 'row')}
            </Anchor>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
};
