import { Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { formatNumber, formatShare } from '#contract/format.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useNarrow } from '#renderer/lib/use-narrow.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { StatusBadge } from '#renderer/ui/status-badge.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';
import { ChannelSummary } from './channel-summary.tsx';
import { healthOf } from './endpoint-labels.ts';

interface EndpointTableProps {
  readonly endpoints: readonly EndpointDetail[];
  readonly onOpen: (endpoint: EndpointDetail) => void;
}

const columnsOf = (narrow: boolean): TableColumn<EndpointDetail>[] => [
  {
    header: 'URL',
    sortBy: ({ url }) => url,
    cell: (endpoint) => (
      <Stack gap={0}>
        <TextLink to={`/endpoints/${endpoint.id}`} title={endpoint.url}>
          {withoutScheme(endpoint.url)}
        </TextLink>
        {narrow && <ChannelSummary endpoint={endpoint} />}
      </Stack>
    ),
  },
  ...(narrow ? [] : [channels]),
  {
    header: 'Event types',
    width: narrow ? 196 : 160,
    sortBy: ({ eventTypes }) => eventTypes.length,
    cell: ({ eventTypes }) => (
      <Text truncate title={eventTypes.join(', ')}>
        {eventTypes[0]}
        {eventTypes.length > 1 && ` and ${formatNumber(eventTypes.length - 1)} more`}
      </Text>
    ),
  },
  {
    header: 'Health',
    width: 108,
    sortBy: (endpoint) => healthOf(endpoint).label,
    cell: (endpoint) => <Health endpoint={endpoint} narrow={narrow} />,
  },
  ...(narrow ? [] : [rate, waiting]),
  {
    header: 'Last attempt',
    width: 155,
    sortBy: ({ health }) => health.lastAttemptAt ?? '',
    cell: ({ health: { lastAttemptAt } }) =>
      lastAttemptAt === undefined ? <NoValue /> : <Instant at={lastAttemptAt} />,
  },
];

const channels: TableColumn<EndpointDetail> = {
  header: 'Channels',
  term: 'channel',
  width: '13%',
  cell: (endpoint) => <ChannelSummary endpoint={endpoint} />,
};

/** Of finished deliveries. */
const rateOf = ({ health: { succeeded, failed } }: EndpointDetail) =>
  formatShare(succeeded, succeeded + failed);

const rate: TableColumn<EndpointDetail> = {
  header: 'Delivered',
  width: 108,
  align: 'right',
  sortBy: ({ health: { succeeded, failed } }) => succeeded / (succeeded + failed || 1),
  cell: (endpoint) => rateOf(endpoint) ?? <NoValue means="no finished deliveries" />,
};

const waiting: TableColumn<EndpointDetail> = {
  header: 'Waiting',
  width: 95,
  align: 'right',
  sortBy: ({ health }) => health.waiting,
  cell: ({ health }) => formatNumber(health.waiting),
};

const Health = ({ endpoint, narrow }: { endpoint: EndpointDetail; narrow: boolean }) => {
  const { tone, label } = healthOf(endpoint);
  const { failed, waiting } = endpoint.health;
  const percent = rateOf(endpoint);
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {failed > 0 && (
        <Text size="sm" c="dimmed">
          {formatNumber(failed)} failed
        </Text>
      )}
      {narrow && percent !== undefined && (
        <Text size="sm" c="dimmed">
          {percent} delivered
        </Text>
      )}
      {narrow && waiting > 0 && (
        <Text size="sm" c="dimmed">
          {formatNumber(waiting)} waiting
        </Text>
      )}
    </Stack>
  );
};

export const EndpointTable = ({ endpoints, onOpen }: EndpointTableProps) => {
  const narrow = useNarrow();
  const columns = useMemo(() => columnsOf(narrow), [narrow]);
  return (
    <DataTable
      label="Endpoints"
      rows={endpoints}
      columns={columns}
      rowId={({ id }) => id}
      onOpen={onOpen}
      minWidth={680}
    />
  );
};
