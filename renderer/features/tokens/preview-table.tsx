import { Table, Text } from '@mantine/core';
import type { TokenImportResult } from '#contract/token-rows.ts';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';

/** The first rows of a list. The desk masks secrets. */
export const PreviewTable = ({ rows }: { rows: TokenImportResult['preview'] }) => {
  const fields = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  if (fields.length === 0) return <Text>The list has no rows.</Text>;
  return (
    <WideTable minWidth={fields.length * 130} label="The first rows">
      <Table.Thead>
        <Table.Tr>
          {fields.map((field) => (
            <Table.Th key={field}>{field}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
          <Table.Tr key={place}>
            {fields.map((field) => (
              <Table.Td key={field} style={{ overflowWrap: 'anywhere' }}>
                {row[field] ?? <NoValue />}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
};
