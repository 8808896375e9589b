import { Code, Group, List, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EligibilityView, MigrationRequest } from '#contract/eligibility.ts';
import { rowStateLabels } from '#contract/verdict-labels.ts';
import { ActionList } from '#renderer/features/eligibility/action-list.tsx';
import { collectorLabels } from '#renderer/features/eligibility/labels.ts';
import { Facts } from '#renderer/ui/facts.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';

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
      <SetupTable document={document} rows={rows} />
    </Part>
    <Part title="Carry over">
      {document.carryOver.length === 0 ? (
        <Text>Only the rules.</Text>
      ) : (
        <List>
          {document.carryOver.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
    </Part>
    <Part title="Our own actions">
      {document.actions.length === 0 ? <Text>Nothing.</Text> : <ActionList actions={document.actions} />}
    </Part>
    <Part title="Source IPs allowed by consumers">
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

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Stack gap={6}>
    <Title order={4} size="h5">
      {title}
    </Title>
    {children}
  </Stack>
);

const SetupTable = ({ document, rows }: RequestReadingProps) => {
  const setups = new Map(rows.map(({ row, setup }) => [row, setup]));
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w="30%">Setup</Table.Th>
            <Table.Th w={140}>Result</Table.Th>
            <Table.Th>Reason</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {document.rows.map(({ row, state, because }) => (
            <Table.Tr key={row}>
              <Table.Td>{setups.get(row) ?? row}</Table.Td>
              <Table.Td>{rowStateLabels[state]}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {because.length === 0 ? 'No evidence.' : because.join(' ')}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};
