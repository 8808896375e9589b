import { Code, Table } from '@mantine/core';
import { formatNumber } from '#contract/format.ts';
import type { DryRun } from '#contract/token-runs.ts';
import { WideTable } from '#renderer/ui/wide-table.tsx';

/** Calls by their kind, with how many there would be. */
export const CountedCalls = ({ calls, label }: { calls: DryRun['calls']; label: string }) => (
  <WideTable minWidth={560} label={label}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={90} ta="right">
          Calls
        </Table.Th>
        <Table.Th>Call</Table.Th>
        <Table.Th>Why</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {calls.map(({ call, count, why }) => (
        <Table.Tr key={call}>
          <Table.Td ta="right">{formatNumber(count)}</Table.Td>
          <Table.Td>
            <Code style={{ overflowWrap: 'anywhere' }}>{call}</Code>
          </Table.Td>
          <Table.Td>{why}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </WideTable>
);
