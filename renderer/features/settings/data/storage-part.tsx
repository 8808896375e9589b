import { Code, Stack, Text } from '@mantine/core';
import { formatBytes, formatNumber } from '#contract/format.ts';
import type { Resources } from '#contract/resources.ts';
import type { DatabaseFile, DatabaseSize } from '#contract/storage.ts';
import { useHealth } from '#renderer/lib/use-health.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Facts } from '#renderer/ui/facts.tsx';
import { Loaded } from '#renderer/ui/loaded.tsx';
import { Section } from '#renderer/ui/section.tsx';
import { SmallButton } from '#renderer/ui/small-button.tsx';
import { CompactionPart } from './compaction-part.tsx';
import { useStorage } from './use-storage.ts';

/** Disk space and limits, and what takes the space. */
export const StoragePart = () => {
  const query = useStorage();
  const resources = useHealth().data?.resources;
  return (
    <Section
      title="Storage"
      description="Size of the databases by table, and the limits of the local service"
      actions={
        <SmallButton changes={false} loading={query.isFetching} onClick={() => void query.refetch()}>
          Measure again
        </SmallButton>
      }
    >
      <Stack gap="sm">
        {resources && <Facts facts={factsOf(resources)} />}
        <Loaded query={query} text="Measuring databases…">
          {({ databases }) =>
            // On a server there is none.
            databases.length > 0 && (
              <DataTable
                label="Size of databases and tables"
                rows={databases.flatMap(rowsOf)}
                columns={columns}
                rowId={({ id }) => id}
                height={420}
              />
            )
          }
        </Loaded>
        <CompactionPart />
      </Stack>
    </Section>
  );
};

const unknown = 'not known';

const factsOf = ({ disk, backlog, descriptors }: Resources): [string, string][] => {
  const { freeBytes, warnBelowBytes, refuseBelowBytes, bytesPerHour } = disk;
  const sizes = [warnBelowBytes, refuseBelowBytes].map((bytes) =>
    bytes === undefined ? unknown : formatBytes(bytes),
  );
  return [
    ['Free disk space', freeBytes === undefined ? unknown : formatBytes(freeBytes)],
    ['Warning below', sizes[0] ?? unknown],
    ['429 below', sizes[1] ?? unknown],
    [
      'Growth',
      bytesPerHour === undefined ? 'known after 10 min' : `${formatBytes(bytesPerHour)}/h in the last hour`,
    ],
    ['Waiting deliveries', waitingOf(backlog)],
    [
      'Open requests',
      descriptors.requestLimit === undefined
        ? `${formatNumber(descriptors.requests)}, no limit`
        : `${formatNumber(descriptors.requests)} of ${formatNumber(descriptors.requestLimit)}`,
    ],
  ];
};

interface Row {
  readonly id: string;
  readonly name: string;
  readonly kind: 'database' | 'table' | 'rest';
  readonly bytes: number;
  readonly note?: string;
}

/** Named one by one; the others are one row. */
const namedTables = 5;

const labels: Readonly<Record<DatabaseFile, string>> = {
  'service.db': 'Local service',
  'sandboxes/system/service.db': 'Local service, system time',
  'sandboxes/virtual/service.db': 'Local service, virtual time',
  'desk.db': 'Cases',
  'vault.db': 'Token credentials',
};

const rowsOf = ({ file, bytes, logBytes, unusedBytes = 0, tables = [], problem }: DatabaseSize): Row[] => {
  const part = (kind: 'table' | 'rest', name: string, size: number): Row => ({
    id: `${file} ${name}`,
    name,
    kind,
    bytes: size,
  });
  const others = tables.slice(namedTables).reduce((sum, one) => sum + one.bytes, 0);
  return [
    {
      id: file,
      name: `${labels[file]} (${file})`,
      kind: 'database',
      bytes: bytes + logBytes,
      ...(problem === undefined ? {} : { note: problem }),
    },
    ...tables.slice(0, namedTables).map((one) => part('table', one.name, one.bytes)),
    ...(others > 0 ? [part('rest', 'Other tables', others)] : []),
    ...(unusedBytes > 0 ? [part('rest', 'Unused', unusedBytes)] : []),
    ...(logBytes > 0 ? [part('rest', 'Write-ahead log', logBytes)] : []),
  ];
};

const columns: readonly TableColumn<Row>[] = [
  {
    header: 'Database and table',
    wraps: true,
    cell: (row) => <Name row={row} />,
  },
  { header: 'Size', width: 120, align: 'right', cell: ({ bytes }) => formatBytes(bytes) },
];

const Name = ({ row: { name, kind, note } }: { row: Row }) => {
  if (kind === 'table') return <Code ml="md">{name}</Code>;
  if (kind === 'rest') {
    return (
      <Text ml="md" c="dimmed" component="span">
        {name}
      </Text>
    );
  }
  return (
    <>
      <Text fw={600} component="span">
        {name}
      </Text>
      {note !== undefined && <Text c="dimmed">Tables not measured: {note}</Text>}
    </>
  );
};

/** Those of endpoints that do not respond count in part. */
const waitingOf = ({ waiting, counted, limit }: Resources['backlog']): string =>
  counted === waiting
    ? `${formatNumber(waiting)} of ${formatNumber(limit)}`
    : `${formatNumber(waiting)}; ${formatNumber(counted)} count against the limit of ${formatNumber(limit)}`;
