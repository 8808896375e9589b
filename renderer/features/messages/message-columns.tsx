import { Link } from 'react-router';
import type { Delivery, Message } from '#contract/message.ts';
import { exactTime } from '#renderer/lib/format.ts';
import { withoutScheme } from '#renderer/lib/url-format.ts';
import { DeliveryBadge } from '#renderer/ui/delivery-badge.tsx';
import type { LogColumn } from '#renderer/ui/log-rows.tsx';
import { MarkedText } from '#renderer/ui/marked-text.tsx';
import { NoValue } from '#renderer/ui/no-value.tsx';
import classes from './message-columns.module.css';

/**
 * @param urlOf the URL of an endpoint
 * @param search words that are searched for
 */
export const messageColumns = (
  urlOf: (webhookId: string) => string,
  search: string | undefined,
): readonly LogColumn<Message>[] => [
  {
    name: 'Time',
    width: '11.2em',
    title: ({ created }) => created,
    cell: ({ id, created }) => (
      <Link to={`/messages/${id}`}>
        <time>{exactTime(created)}</time>
      </Link>
    ),
  },
  {
    name: 'Event type',
    width: 'minmax(13em, 1fr)',
    title: ({ eventType }) => eventType,
    cell: ({ eventType }) => <MarkedText text={eventType} search={search} />,
  },
  {
    name: 'Endpoint',
    width: 'minmax(9.5em, 2fr)',
    title: ({ deliveries }) => deliveries.map(({ webhookId }) => urlOf(webhookId)).join('\n'),
    // Cut off at the start: URLs of one consumer differ at the end.
    cell: ({ deliveries }) => (
      <span className={classes.endInSight}>
        <bdi>{formatEndpoint(deliveries, urlOf)}</bdi>
      </span>
    ),
  },
  {
    name: 'Company',
    term: 'channel',
    width: 'minmax(7em, 1fr)',
    title: ({ channels, companyName }) =>
      [companyName, ...channels].filter((part) => part !== undefined).join('\n'),
    cell: ({ channels, companyName }) =>
      channels.length === 0 ? (
        <NoValue means="company-agnostic" />
      ) : (
        <MarkedText text={companyName ?? 'Deleted company'} search={search} />
      ),
  },
  {
    name: 'Status',
    width: 'minmax(8em, 0.8fr)',
    cell: ({ deliveries }) => <Statuses deliveries={deliveries} />,
  },
  {
    name: 'Attempts',
    term: 'attempt',
    width: '5.3em',
    cell: ({ deliveries }) => deliveries.reduce((sum, { attempts }) => sum + attempts, 0),
  },
];

const formatEndpoint = (deliveries: readonly Delivery[], urlOf: (webhookId: string) => string): string => {
  const [first] = deliveries;
  if (first === undefined) return 'No subscribers';
  const others = deliveries.length - 1;
  const url = withoutScheme(urlOf(first.webhookId));
  return others > 0 ? `${url} and ${others} more` : url;
};

/** The one that needs attention first. */
const order = ['Failed', 'Attempting', 'Sending', 'Success', 'Cancelled'] as const;

/** One badge for each status. */
const Statuses = ({ deliveries }: { deliveries: readonly Delivery[] }) =>
  deliveries.length === 0 ? (
    <NoValue />
  ) : (
    order.map((status) => {
      const count = deliveries.filter((delivery) => delivery.status === status).length;
      if (count === 0) return undefined;
      return <DeliveryBadge key={status} status={status} count={deliveries.length > 1 ? count : undefined} />;
    })
  );
