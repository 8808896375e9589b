import { Alert, Code, List, Stack, Table, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { formatCount, formatNumber } from '#contract/format.ts';
import type { DryRun } from '#contract/token-runs.ts';
import { Worded } from '#renderer/ui/worded.tsx';

const shownLeftOut = 20;

/** What a run would do, found out by calls that only read. */
export const DryRunResult = ({
  planned: { rows, remark, calls, leftOut, leftOutCount },
}: {
  readonly planned: DryRun;
}) => (
  <Stack gap="sm">
    <Alert
      role="status"
      color="blue"
      variant="light"
      icon={<IconListSearch aria-hidden />}
      title={`It would migrate ${formatCount(rows, 'company', 'companies')}. Nothing was sent yet.`}
    >
      {remark !== undefined && <Worded text={remark} />}
    </Alert>
    <Table.ScrollContainer minWidth={520}>
      <Table aria-label="Calls that it would make" verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th ta="right" w={70}>
              Calls
            </Table.Th>
            <Table.Th w="55%">What</Table.Th>
            <Table.Th>Why</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {calls.map(({ call, count, why }) => (
            <Table.Tr key={`${call} ${why}`}>
              <Table.Td ta="right">{formatNumber(count)}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Code>{call}</Code>
              </Table.Td>
              <Table.Td>{why}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
    {leftOutCount > 0 && <LeftOut leftOut={leftOut} leftOutCount={leftOutCount} />}
  </Stack>
);

const LeftOut = ({ leftOut, leftOutCount }: Pick<DryRun, 'leftOut' | 'leftOutCount'>) => (
  <Stack gap={4}>
    <Text fw={600}>Left out, or would fail: {formatCount(leftOutCount, 'company', 'companies')}</Text>
    <List>
      {leftOut.slice(0, shownLeftOut).map(({ line, ref, why }) => (
        <List.Item key={line}>
          {ref ?? `line ${line}`}: {why}
        </List.Item>
      ))}
      {leftOutCount > shownLeftOut && (
        <List.Item>and {formatNumber(leftOutCount - shownLeftOut)} more</List.Item>
      )}
    </List>
  </Stack>
);
