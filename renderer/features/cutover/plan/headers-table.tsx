import { Code, Table, Text, Title } from '@mantine/core';
import type { CutoverPlanView } from '#contract/cutover.ts';
import { formatCount } from '#contract/format.ts';
import { sourceLabels } from '#renderer/features/cutover/cutover-labels.ts';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { WideTable } from '#renderer/ui/wide-table.tsx';
import layout from './plan.module.css';
import { type HeaderRow, headersOf } from './plan-groups.ts';

/** Each header by source, and what the endpoints will send. */
export const HeadersTable = ({ plan }: { readonly plan: CutoverPlanView }) => {
  const rows = headersOf(plan);
  return (
    <section aria-labelledby="plan-headers">
      <div className={layout.headersHead}>
        <Title order={4} size="h2" id="plan-headers">
          Headers
        </Title>
        <Text size="sm" c="dimmed">
          {headersNote(plan)}
        </Text>
      </div>
      {rows.length > 0 && (
        <WideTable label="Headers by source" minWidth={620} style={{ '--edge': '16px' }}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={180}>Header</Table.Th>
              <Table.Th>{sourceLabels.profile}</Table.Th>
              <Table.Th>{sourceLabels.portal}</Table.Th>
              <Table.Th>{sourceLabels.always}</Table.Th>
              <Table.Th w={190}>After cutover</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.name}>
                <Table.Td>
                  <Code bg="none" p={0}>
                    {row.name}
                  </Code>
                </Table.Td>
                <Value value={row.profile} />
                <Value value={row.portal} />
                <Value value={row.always} />
                <Table.Td>
                  <After row={row} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </section>
  );
};

const headersNote = ({ endpoints }: CutoverPlanView): string => {
  if (endpoints.length === 0) return 'No endpoint, so no headers';
  return endpoints.length === 1
    ? 'Of the endpoint'
    : `The same on all ${formatCount(endpoints.length, 'endpoint')}`;
};

const Value = ({ value }: { readonly value: string | undefined }) => (
  <Table.Td style={{ overflowWrap: 'anywhere' }}>
    {value === undefined ? (
      <NoValue />
    ) : (
      <Code bg="none" p={0}>
        {value}
      </Code>
    )}
  </Table.Td>
);

const After = ({ row: { after } }: { readonly row: HeaderRow }) =>
  after === 'undecided' ? (
    <StatusBadge tone="attention">Undecided</StatusBadge>
  ) : (
    <StatusBadge tone="good">{after}</StatusBadge>
  );
