import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'react-router';
import { type Cause, causeLabels } from '#contract/cause-labels.ts';
import { formatNumber } from '#contract/format.ts';
import type { Run } from '#contract/token-runs.ts';
import { partyLabels } from '#renderer/lib/labels.ts';
import { WideTable } from './wide-table.tsx';

interface FailuresProps {
  readonly failures: Run['failures'];
  /** Among them, in the last 10 minutes. */
  readonly recent?: Readonly<Record<string, number>> | undefined;
  /** Where the rows of a cause are listed; left out for a rehearsal. */
  readonly rowsAt?: (cause: Cause) => string;
}

/** Failed rows by cause: what it means, what to do, and who does it. */
export const Failures = ({ failures, recent, rowsAt }: FailuresProps) => (
  <WideTable minWidth={640} label="Failures by cause">
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={200}>Cause</Table.Th>
        <Table.Th>Meaning and action</Table.Th>
        <Table.Th w={110}>Responsible</Table.Th>
        <Table.Th w={140} ta="right">
          Failed
        </Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {causesIn(failures).map(([cause, count]) => (
        <FailureRow
          key={cause}
          cause={cause}
          count={count}
          recent={recent?.[cause] ?? 0}
          to={rowsAt?.(cause)}
        />
      ))}
    </Table.Tbody>
  </WideTable>
);

const causesIn = (failures: Run['failures']): [Cause, number][] =>
  (Object.entries(failures) as [Cause, number][])
    .filter(([cause, count]) => count > 0 && cause in causeLabels)
    .sort(([, a], [, b]) => b - a);

interface FailureRowProps {
  readonly cause: Cause;
  readonly count: number;
  readonly recent: number;
  readonly to: string | undefined;
}

const FailureRow = ({ cause, count, recent, to }: FailureRowProps) => {
  const { title, meaning, action, responsible, passing } = causeLabels[cause];
  return (
    <Table.Tr style={{ verticalAlign: 'top' }}>
      <Table.Td>
        <Text fw={500}>{title}</Text>
        {passing && (
          <Text size="sm" c="dimmed">
            May resolve automatically
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text>{meaning}</Text>
        <Text c="dimmed">{action}</Text>
      </Table.Td>
      <Table.Td>{partyLabels[responsible]}</Table.Td>
      <Table.Td ta="right">
        {to === undefined ? (
          formatNumber(count)
        ) : (
          <Anchor component={Link} to={to} aria-label={`${formatNumber(count)} failed: ${title}`}>
            {formatNumber(count)}
          </Anchor>
        )}
        {recent > 0 && (
          <Text size="sm" c="dimmed">
            +{formatNumber(recent)} in the last 10 min
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
};
