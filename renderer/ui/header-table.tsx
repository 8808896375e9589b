import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface HeaderTableProps {
  /** Whose they are, for those who can't see it. */
  readonly label: string;
  readonly headers: readonly { readonly name: string; readonly value: ReactNode }[];
}

/** Headers of one request, in its order. */
export const HeaderTable = ({ label, headers }: HeaderTableProps) => (
  <Table aria-label={label} layout="fixed" verticalSpacing={4} withRowBorders>
    <Table.Thead>
      <Table.Tr>
        <Table.Th w="34%">Header</Table.Th>
        <Table.Th>Value</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {headers.map(({ name, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name may come twice, and the list is never reordered
        <Table.Tr key={`${name} ${at}`}>
          <Table.Td style={{ overflowWrap: 'anywhere' }}>{name}</Table.Td>
          <Table.Td>
            {typeof value === 'string' ? (
              <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
                {value}
              </Text>
            ) : (
              value
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
