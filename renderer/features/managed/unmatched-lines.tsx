import { Alert, Table, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { formatCount } from '#contract/format.ts';
import type { SyncingResult } from '#contract/runbook.ts';

/** Lines of a list that match no company. */
export const UnmatchedLines = ({ result: { unknown, unknownCount } }: { readonly result: SyncingResult }) => (
  <Alert
    role="status"
    color="orange"
    variant="light"
    icon={<IconAlertTriangle aria-hidden />}
    title={`${formatCount(unknownCount, 'unmatched line')}`}
  >
    <Table.ScrollContainer minWidth={420} maxHeight={260}>
      <Table aria-label="Unmatched lines" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={60}>Line</Table.Th>
            <Table.Th>Text</Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {unknown.map(({ line, text, why }) => (
            <Table.Tr key={line}>
              <Table.Td>{line}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{text}</Table.Td>
              <Table.Td>{why}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
    {unknownCount > unknown.length && (
      <Text>And {formatCount(unknownCount - unknown.length, 'line')} more.</Text>
    )}
  </Alert>
);
