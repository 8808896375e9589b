import { Code, Group, List, Stack, Text } from '@mantine/core';
import type { EligibilityView, MigrationRequest } from '#contract/eligibility.ts';
import { rowStateLabels } from '#contract/verdict-labels.ts';
import { collectorLabels, setupOf } from '#renderer/lib/eligibility-labels.ts';
import { ActionList } from '#renderer/ui/action-list.tsx';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { Lines } from '#renderer/ui/lines.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { Part } from '#renderer/ui/part.tsx';
import { Defined } from '#renderer/ui/term.tsx';

interface RequestReadingProps {
  readonly document: MigrationRequest;
  readonly rows: EligibilityView['rows'];
}

/** The migration request as formatted text. */
export const RequestReading = ({ document, rows }: RequestReadingProps) => (
  <Stack>
    <Facts
      facts={[
        ['Integrator', document.integrator],
        [
          'Client id',
          document.clientId === undefined ? (
            <NoValue key="client" means="not set" />
          ) : (
            <Code key="client">{document.clientId}</Code>
          ),
        ],
        ['Drafted', <Instant key="drafted" at={document.drafted} />],
        ['Chain digest', <Code key="digest">{document.chainDigest}</Code>],
      ]}
    />
    <Part title="Existing setup">
      <DataTable
        label="Existing setup"
        rows={document.rows}
        columns={columns(rows)}
        rowId={({ row }) => row}
        minWidth={560}
      />
    </Part>
    <Part title="Carry over">
      {document.carryOver.length === 0 ? <Text>Only the rules.</Text> : <Lines lines={document.carryOver} />}
    </Part>
    <Part title="Our own actions">
      {document.actions.length === 0 ? <Text>Nothing.</Text> : <ActionList actions={document.actions} />}
    </Part>
    <Part title={<Defined text="Source IPs allowed by consumers" terms={['consumer']} />}>
      <Group gap="xs">
        {document.ipAddresses.map((address) => (
          <Code key={address}>{address}</Code>
        ))}
      </Group>
    </Part>
    <Part title="Evidence">
      {document.evidence.length === 0 ? (
        <Text>None.</Text>
      ) : (
        <List spacing={4} styles={{ itemWrapper: { overflowWrap: 'anywhere' } }}>
          {document.evidence.map(({ id, collector, origin, at, digest }) => (
            <List.Item key={id}>
              {collectorLabels[collector]}: {origin}, <Instant at={at} />. SHA-256 <Code>{digest}</Code>
            </List.Item>
          ))}
        </List>
      )}
    </Part>
  </Stack>
);

const columns = (rows: EligibilityView['rows']): readonly TableColumn<MigrationRequest['rows'][number]>[] => [
  { header: 'Setup', width: '30%', cell: ({ row }) => setupOf(rows, row), wraps: true },
  { header: 'Result', width: 140, cell: ({ state }) => rowStateLabels[state] },
  {
    header: 'Reason',
    cell: ({ because }) => (because.length === 0 ? 'No evidence.' : because.join(' ')),
    wraps: true,
  },
];
