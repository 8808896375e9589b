import { type Static, Type } from 'typebox';
import { Closed, Keyed, OneOf, UtcDate, Uuid } from './common.ts';
import { MessageFilter } from './message-query.ts';
import { type Selection, SelectionOf } from './selection.ts';

/** Resending many deliveries at once. Source: `docs/reference/rules/delivery.md#bulk-resend`. */

/** The most deliveries of one bulk resend: what is more is narrowed by its filter. */
export const mostResent = 10_000;

/** Which deliveries of the selected messages; without it those that the filter of the selection asks for, or all. */
const DeliveryFilter = Type.Pick(MessageFilter, ['endpoint', 'status', 'code']);
export type DeliveryFilter = Static<typeof DeliveryFilter>;

const SelectionSchema = SelectionOf(MessageFilter);

/** Deliveries, named by their messages. */
export const DeliverySelection = Closed({
  selection: SelectionSchema,
  deliveries: Type.Optional(DeliveryFilter),
});
export interface DeliverySelection {
  readonly selection: Selection<MessageFilter>;
  readonly deliveries?: DeliveryFilter;
}

export const BulkResendRequest = Closed({
  id: Type.Optional(
    Type.Unsafe<string>({
      ...Uuid,
      description:
        'Of the bulk resend, chosen by the caller: the same request with it again sends nothing again. Left out: made here.',
    }),
  ),
  selection: SelectionSchema,
  deliveries: Type.Optional(DeliveryFilter),
});
export interface BulkResendRequest extends DeliverySelection {
  readonly id?: string;
}

export const refusalReasons = ['disabled', 'deleted', 'underWay'] as const;
/** Why a delivery is not resent: its endpoint is disabled or deleted, or an extra attempt is under way already. */
export type RefusalReason = (typeof refusalReasons)[number];

const Refusal = Closed({ webhookId: Uuid, reason: OneOf(refusalReasons), count: Type.Integer() });

/** What a bulk resend would do. */
export const BulkResendCount = Closed(
  {
    messages: Type.Integer(),
    deliveries: Type.Integer({ description: 'To be resent; those refused are not among them.' }),
    endpoints: Type.Integer({ description: 'That they go to.' }),
    refused: Type.Array(Refusal),
    isTooMany: Type.Boolean({ description: 'true: more than one bulk resend takes; the counts end there.' }),
  },
  { title: 'BulkResendCount' },
);
export type BulkResendCount = Static<typeof BulkResendCount>;

export const bulkItemStates = ['waiting', 'sending', 'delivered', 'failed', 'refused', 'cancelled'] as const;
export type BulkItemState = (typeof bulkItemStates)[number];

/** How far a bulk resend is. */
export const BulkResend = Closed(
  {
    id: Uuid,
    created: UtcDate,
    state: OneOf('running', 'done', 'cancelled'),
    total: Type.Integer(),
    interrupted: Type.Optional(
      Closed(
        {
          at: UtcDate,
          sent: Type.Integer({ description: 'Delivered or failed before.' }),
        },
        {
          description:
            'Carryover was stopped while it ran, the last time; it continued when Carryover was started again.',
        },
      ),
    ),
    refusals: Type.Array(Refusal, { description: 'Refused deliveries, by endpoint and reason.' }),
    counts: Closed({
      waiting: Type.Integer({ description: 'Not queued yet.' }),
      sending: Type.Integer({ description: 'Queued or under way.' }),
      delivered: Type.Integer(),
      failed: Type.Integer(),
      refused: Type.Integer(),
      cancelled: Type.Integer({ description: 'Never sent: cancelled before, or the endpoint went.' }),
    }),
  },
  { title: 'BulkResend' },
);
export type BulkResend = Static<typeof BulkResend>;

export const BulkResendItem = Closed(
  {
    messageId: Type.String(),
    webhookId: Uuid,
    state: OneOf(bulkItemStates),
    reason: Type.Optional(OneOf(refusalReasons)),
    statusCode: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.String()),
  },
  { title: 'BulkResendItem' },
);
export type BulkResendItem = Static<typeof BulkResendItem>;

export const BulkResendItems = Keyed(BulkResendItem);
export const BulkResendsQuery = Type.Object({
  state: Type.Optional(
    Type.Literal('running', { description: 'All that are running; left out: the newest 20.' }),
  ),
});
export type BulkResendsQuery = Static<typeof BulkResendsQuery>;
export const BulkItemsQuery = Type.Object({
  state: Type.Optional(OneOf(bulkItemStates)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type BulkItemsQuery = Static<typeof BulkItemsQuery>;
