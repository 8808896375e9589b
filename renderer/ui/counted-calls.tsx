import { Code, Table } from '@mantine/core';
import { formatNumber } from '#contract/format.ts';
import { WideTable } from './wide-table.tsx';

interface CountedCallsProps {
  readonly calls: readonly { readonly call: string; readonly count: number; readonly why?: string }[];
  readonly label: string;
}

/** Calls by method and path template, with their number. */
export const CountedCalls = ({ calls, label }: CountedCallsProps) => {
  const hasReasons = calls.some(({ why }) => why !== undefined);
  return (
    <WideTable minWidth={480} label={label}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={90} ta="right">
            Calls
          </Table.Th>
          <Table.Th>Method and path</Table.Th>
          {hasReasons && <Table.Th>Reason</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {calls.map(({ call, count, why }) => (
          <Table.Tr key={`${call} ${why}`}>
            <Table.Td ta="right">{formatNumber(count)}</Table.Td>
            <Table.Td>
              <Code style={{ overflowWrap: 'anywhere' }}>{call}</Code>
            </Table.Td>
            {hasReasons && <Table.Td>{why}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
};
