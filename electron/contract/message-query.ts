import { type Static, Type } from 'typebox';
import { Closed, OneOf, searchMaxLength, UtcDate, Uuid } from './common.ts';
import { type DeliveryStatus, deliveryStatuses } from './message.ts';

/** One shape of filter for the message log, its counts, its chart and bulk actions on it. */

/** Statuses to filter by. `Waiting`: `Sending` or `Attempting`. */
export const statusFilters = [...deliveryStatuses, 'Waiting'] as const;
export type StatusFilter = (typeof statusFilters)[number];

/** The statuses that a filter stands for. */
export const statusesOf = (filter: StatusFilter): readonly DeliveryStatus[] =>
  filter === 'Waiting' ? ['Sending', 'Attempting'] : [filter];

export const deliveryTriggers = ['scheduled', 'replay', 'test'] as const;
export type DeliveryTrigger = (typeof deliveryTriggers)[number];

const codePattern = '^([1-5][0-9]{2}|[1-5]xx|[A-Z][A-Za-z]{1,49})$';

const filterProperties = {
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: searchMaxLength,
      description: 'Words of the payload, from their beginning; "quoted" ones as a phrase.',
    }),
  ),
  id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A message id or its beginning; else any id in the payload, such as that of the event.',
    }),
  ),
  company: Type.Optional(
    Type.Union([Uuid, Type.String({ minLength: 1, maxLength: 200 })], {
      description: 'A company id, or a part of a name.',
    }),
  ),
  eventType: Type.Optional(Type.String({ maxLength: 200 })),
  endpoint: Type.Optional(Uuid),
  status: Type.Optional(OneOf(statusFilters)),
  code: Type.Optional(
    Type.String({
      pattern: codePattern,
      description:
        'Of the last attempt: its status code, such as 503 or 5xx, or the name of its error, such as Timeout.',
    }),
  ),
  /** What made the delivery: a resend makes none. */
  trigger: Type.Optional(OneOf(deliveryTriggers)),
  edited: Type.Optional(Type.Boolean({ description: 'true: only messages whose payload was edited.' })),
  since: Type.Optional(UtcDate),
  until: Type.Optional(Type.String({ format: 'date-time', description: 'UTC, exclusive.' })),
};

/**
 * Which messages, and which of their deliveries. A message matches if one of its deliveries has all that is asked of a
 * delivery: endpoint, status, code and trigger.
 */
export const MessageFilter = Closed(filterProperties, { title: 'MessageFilter' });
export type MessageFilter = Static<typeof MessageFilter>;

export const MessageQuery = Type.Object({
  ...filterProperties,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type MessageQuery = Static<typeof MessageQuery>;

/** Bars of a chart at most, and messages that a filter other than endpoint, status and time counts at most. */
export const activityLimits = { buckets: 200, defaultBuckets: 80, messages: 20_000 } as const;

export const ActivityQuery = Type.Object({
  ...filterProperties,
  buckets: Type.Optional(
    Type.Integer({ minimum: 1, maximum: activityLimits.buckets, default: activityLimits.defaultBuckets }),
  ),
});
export type ActivityQuery = Static<typeof ActivityQuery>;

const activityCounts = {
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  waiting: Type.Integer(),
  cancelled: Type.Integer(),
};

/** Deliveries that match a filter, by the time at which their messages were published. */
export const MessageActivity = Closed(
  {
    from: UtcDate,
    until: UtcDate,
    stepMs: Type.Integer({ description: 'Length of a bucket.' }),
    complete: Type.Boolean({
      description: `false: only the newest ${activityLimits.messages} messages of the filter are counted, or some are not indexed yet.`,
    }),
    ...activityCounts,
    buckets: Type.Array(Closed({ from: UtcDate, until: UtcDate, ...activityCounts }), {
      description: 'Oldest first; empty ones too. They begin at round times, but for the first one.',
    }),
  },
  { title: 'MessageActivity' },
);
export type MessageActivity = Static<typeof MessageActivity>;

interface MatchedDelivery {
  readonly webhookId: string;
  readonly status: DeliveryStatus;
  readonly lastStatusCode?: number;
  readonly lastError?: string;
}

/** Whether a delivery of a message in the list is one that the filter asks for; its trigger is not shown there. */
export const matchesDelivery = (
  { endpoint, status, code }: Pick<MessageFilter, 'endpoint' | 'status' | 'code'>,
  delivery: MatchedDelivery,
): boolean =>
  (endpoint === undefined || endpoint === delivery.webhookId) &&
  (status === undefined || statusesOf(status).includes(delivery.status)) &&
  (code === undefined || matchesCode(code, delivery));

const matchesCode = (code: string, { lastStatusCode, lastError }: MatchedDelivery): boolean => {
  if (!/^\d/.test(code)) return lastError === code;
  const [from, before] = codeRange(code);
  return (
    lastError === undefined &&
    lastStatusCode !== undefined &&
    lastStatusCode >= from &&
    lastStatusCode < before
  );
};

/** Of `503` or `5xx`: the first status code, and the one after the last. */
export const codeRange = (code: string): readonly [number, number] =>
  code.endsWith('xx')
    ? [Number(code[0]) * 100, (Number(code[0]) + 1) * 100]
    : [Number(code), Number(code) + 1];
