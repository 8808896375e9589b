import type { Delivery, Message } from '#contract/message.ts';
import { formatOutcome } from '#renderer/lib/delivery-labels.ts';
import { exactTime, timeToSecond } from '#renderer/lib/format.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { DeliveryBadge } from '#renderer/ui/delivery-badge.tsx';
import type { LogColumn } from '#renderer/ui/log-rows.tsx';
import { MarkedText } from '#renderer/ui/marked-text.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import { statusOrder } from './delivery-order.ts';
import type { ListLayout } from './list-layout.ts';
import classes from './message-columns.module.css';

/**
 * Status and name stay where there is little room; other columns go.
 * @param urlOf the URL of an endpoint
 * @param search words that are searched for
 */
export const messageColumns = (
  urlOf: (webhookId: string) => string,
  search: string | undefined,
  { hasEndpoint, hasCompany, hasAttempts }: ListLayout,
): readonly LogColumn<Message>[] => [
  {
    name: 'Status',
    width: 'minmax(7.8em, 0.6fr)',
    cell: ({ deliveries }) => <Statuses deliveries={deliveries} />,
  },
  {
    name: 'Time',
    width: '9em',
    title: ({ created }) => `${exactTime(created)} (${created} UTC)`,
    cell: ({ created }) => <time>{timeToSecond(created)}</time>,
  },
  {
    name: 'Event type',
    width: 'minmax(7em, 1.6fr)',
    title: ({ eventType }) => eventType,
    cell: ({ eventType, editedFrom }) => (
      <>
        <MarkedText text={eventType} search={search} />
        {editedFrom !== undefined && <span className={classes.edited}> Edited</span>}
      </>
    ),
  },
  ...(hasEndpoint ? [endpointColumn(urlOf)] : []),
  ...(hasCompany ? [companyColumn(search)] : []),
  ...(hasAttempts ? [attemptsColumn] : []),
];

const endpointColumn = (urlOf: (webhookId: string) => string): LogColumn<Message> => ({
  name: 'Endpoint',
  width: 'minmax(7em, 1.6fr)',
  title: ({ deliveries }) => deliveries.map(({ webhookId }) => urlOf(webhookId)).join('\n'),
  // Cut off at the start: URLs of one consumer differ at the end.
  cell: ({ deliveries }) => (
    <span className={classes.endInSight}>
      <bdi>{formatEndpoint(deliveries, urlOf)}</bdi>
    </span>
  ),
});

const attemptsColumn: LogColumn<Message> = {
  name: 'Attempts',
  term: 'attempt',
  width: '5.3em',
  cell: ({ deliveries }) => deliveries.reduce((sum, { attempts }) => sum + attempts, 0),
};

const companyColumn = (search: string | undefined): LogColumn<Message> => ({
  name: 'Company',
  term: 'channel',
  width: 'minmax(6em, 1fr)',
  title: ({ channels, companyName }) =>
    [companyName, ...channels].filter((part) => part !== undefined).join('\n'),
  cell: ({ channels, companyName }) =>
    channels.length === 0 ? (
      <NoValue means="company-agnostic" />
    ) : (
      <MarkedText text={companyName ?? 'Unknown company'} search={search} />
    ),
});

const formatEndpoint = (deliveries: readonly Delivery[], urlOf: (webhookId: string) => string): string => {
  const [first] = deliveries;
  if (first === undefined) return 'No subscribers';
  const others = deliveries.length - 1;
  const url = withoutScheme(urlOf(first.webhookId));
  return others > 0 ? `${url} and ${others} more` : url;
};

/** One badge for each status, the one that needs attention first. */
const Statuses = ({ deliveries }: { deliveries: readonly Delivery[] }) => {
  const [only] = deliveries;
  if (only === undefined) return <NoValue />;
  if (deliveries.length === 1) return <SingleStatus delivery={only} />;
  return statusOrder.map((status) => {
    const count = deliveries.filter((delivery) => delivery.status === status).length;
    return count === 0 ? undefined : <DeliveryBadge key={status} status={status} count={count} />;
  });
};

/** What failed is beside the status. */
const SingleStatus = ({ delivery: { status, lastStatusCode, lastError } }: { delivery: Delivery }) => {
  const failed = status === 'Failed' || status === 'Attempting';
  return (
    <>
      <DeliveryBadge status={status} />
      {failed && (
        <span className={classes.code}>
          {formatOutcome({
            ...(lastStatusCode === undefined ? {} : { statusCode: lastStatusCode }),
            ...(lastError === undefined ? {} : { error: lastError }),
          })}
        </span>
      )}
    </>
  );
};
