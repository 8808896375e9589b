import { useMemo } from 'react';
import { formatNumber } from '#contract/format.ts';
import type { Delivery } from '#contract/message.ts';
import { deliveryLabels, formatOutcome } from '#renderer/lib/delivery-labels.ts';
import { useEndpointUrl } from '#renderer/lib/endpoint-urls.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { useNarrow } from '#renderer/lib/use-narrow.ts';
import { DataTable, type TableColumn } from '#renderer/ui/data-table.tsx';
import { DeliveryBadge } from '#renderer/ui/delivery-badge.tsx';
import { Instant } from '#renderer/ui/instant.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';

interface DeliveryTableProps {
  readonly deliveries: readonly Delivery[];
  /** Endpoint of the delivery that is shown below. */
  readonly shown: string | undefined;
  readonly onShow: (webhookId: string) => void;
  /** Endpoint, status and attempts alone, as beside a list. */
  readonly compact: boolean;
}

/** More rows than this scroll, so that the delivery that is shown stays in sight. */
const highest = 'calc(28px + 8 * var(--row))';

/** The deliveries of a message, one row each; a row opens its attempts. */
export const DeliveryTable = ({ deliveries, shown, onShow, compact }: DeliveryTableProps) => {
  const urlOf = useEndpointUrl();
  const narrow = useNarrow() || compact;
  const columns = useMemo(() => columnsOf(urlOf, narrow), [urlOf, narrow]);
  return (
    <DataTable
      label="Deliveries"
      rows={deliveries}
      columns={columns}
      rowId={({ webhookId }) => webhookId}
      isShown={({ webhookId }) => webhookId === shown}
      onOpen={({ webhookId }) => onShow(webhookId)}
      height={highest}
      minWidth={360}
    />
  );
};

const columnsOf = (urlOf: (webhookId: string) => string, narrow: boolean): TableColumn<Delivery>[] => [
  {
    header: 'Endpoint',
    sortBy: ({ webhookId }) => urlOf(webhookId),
    cell: ({ webhookId }) => withoutScheme(urlOf(webhookId)),
  },
  {
    header: 'Status',
    width: 120,
    sortBy: ({ status }) => deliveryLabels[status].label,
    cell: ({ status }) => <DeliveryBadge status={status} />,
  },
  {
    header: 'Attempts',
    width: 110,
    align: 'right',
    sortBy: ({ attempts }) => attempts,
    cell: ({ attempts }) => formatNumber(attempts),
  },
  ...(narrow ? [] : [lastResponse, nextAttempt]),
];

const lastResponse: TableColumn<Delivery> = {
  header: 'Last response',
  width: 180,
  sortBy: (delivery) => outcomeOf(delivery),
  cell: (delivery) => outcomeOf(delivery) ?? <NoValue means="no attempt finished" />,
};

const nextAttempt: TableColumn<Delivery> = {
  header: 'Next attempt',
  width: 190,
  sortBy: ({ nextAttemptAt }) => nextAttemptAt ?? '',
  cell: ({ nextAttemptAt }) =>
    nextAttemptAt === undefined ? <NoValue means="none" /> : <Instant at={nextAttemptAt} seconds />,
};

const outcomeOf = ({ lastStatusCode, lastError }: Delivery): string | undefined =>
  lastStatusCode === undefined && lastError === undefined
    ? undefined
    : formatOutcome({
        ...(lastStatusCode === undefined ? {} : { statusCode: lastStatusCode }),
        ...(lastError === undefined ? {} : { error: lastError }),
      });
