import { Text } from '@mantine/core';
import { formatNumber } from '#contract/format.ts';
import type { Delivery, Message } from '#contract/message.ts';
import { exactTime } from '#renderer/lib/format.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { DeliveryBadge } from '#renderer/ui/delivery-badge.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { TextLink } from '#renderer/ui/text-link.tsx';

interface LastMessagesProps {
  readonly messages: readonly Message[];
  readonly webhookId: string;
  readonly onOpen: (message: Message) => void;
}

interface Row {
  readonly message: Message;
  readonly delivery: Delivery | undefined;
}

const columns: TableColumn<Row>[] = [
  {
    header: 'Time',
    width: 175,
    cell: ({ message: { id, created }, delivery }) => (
      <TextLink to={`/messages/${id}?endpoint=${delivery?.webhookId ?? ''}`} style={{ whiteSpace: 'nowrap' }}>
        {exactTime(created)}
      </TextLink>
    ),
  },
  { header: 'Event type', cell: ({ message }) => message.eventType },
  {
    header: 'Company',
    width: 150,
    cell: ({ message: { channels, companyName } }) => (
      <Text truncate title={channels.join(', ')}>
        {channels.length === 0 ? <NoValue means="company-agnostic" /> : (companyName ?? 'Unknown company')}
      </Text>
    ),
  },
  {
    header: 'Status',
    width: 115,
    cell: ({ delivery }) => delivery && <DeliveryBadge status={delivery.status} />,
  },
  {
    header: 'Last response',
    width: 120,
    cell: ({ delivery }) =>
      delivery?.lastError ?? delivery?.lastStatusCode ?? <NoValue means="no response yet" />,
  },
  {
    header: 'Attempts',
    width: 90,
    align: 'right',
    cell: ({ delivery }) => formatNumber(delivery?.attempts ?? 0),
  },
  {
    header: 'Next attempt',
    width: 160,
    cell: ({ delivery }) =>
      delivery?.nextAttemptAt === undefined ? '' : <Instant at={delivery.nextAttemptAt} />,
  },
];

/** Messages with their delivery status at one endpoint. */
export const LastMessages = ({ messages, webhookId, onOpen }: LastMessagesProps) => (
  <DataTable
    label="Last messages"
    rows={messages.map((message) => ({
      message,
      delivery: message.deliveries.find((one) => one.webhookId === webhookId),
    }))}
    columns={columns}
    rowId={({ message }) => message.id}
    onOpen={({ message }) => onOpen(message)}
    minWidth={900}
  />
);
