import { type Static, Type } from 'typebox';
import { Closed, Keyed, MapOf, OneOf, UtcDate, Uuid } from './common.ts';

/** The message log: messages, their deliveries and attempts. Sources: `docs/reference/rules/names.md`, `docs/reference/rules/delivery.md#delivery-status`. */

export const deliveryStatuses = ['Sending', 'Attempting', 'Success', 'Failed', 'Cancelled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

export const attemptTriggers = ['scheduled', 'resend', 'recover', 'replay', 'test'] as const;
export type AttemptTrigger = (typeof attemptTriggers)[number];

export const Attempt = Closed(
  {
    id: Type.String(),
    webhookId: Uuid,
    number: Type.Integer({ minimum: 1 }),
    trigger: OneOf(attemptTriggers),
    at: UtcDate,
    durationMs: Type.Number(),
    statusCode: Type.Optional(Type.Integer()),
    error: Type.Optional(
      Type.String({ description: 'The name of what went wrong, if no whole answer came.' }),
    ),
    requestHeaders: MapOf(Type.String(), { description: 'Secrets masked.' }),
    responseHeaders: MapOf(Type.String()),
    responseBody: Type.Optional(Type.String({ description: 'The first 16 KiB.' })),
    localAddress: Type.Optional(Type.String()),
  },
  { title: 'Attempt' },
);
export type Attempt = Static<typeof Attempt>;

export const Delivery = Closed(
  {
    webhookId: Uuid,
    status: OneOf(deliveryStatuses),
    attempts: Type.Integer({ description: 'Attempts that ended or are under way, extra ones too.' }),
    nextAttemptAt: Type.Optional(UtcDate),
    lastAttemptAt: Type.Optional(UtcDate),
    lastStatusCode: Type.Optional(Type.Integer()),
    lastError: Type.Optional(Type.String()),
  },
  { title: 'Delivery' },
);
export type Delivery = Static<typeof Delivery>;

const messageProperties = {
  id: Type.String({ pattern: '^msg_' }),
  eventType: Type.String(),
  channels: Type.Array(Uuid),
  companyName: Type.Optional(
    Type.String({ description: 'Of the company in channels; omitted once it is deleted.' }),
  ),
  created: UtcDate,
  deliveries: Type.Array(Delivery),
  editedFrom: Type.Optional(
    Type.String({ description: 'The id of the message whose payload was edited to make this one.' }),
  ),
};
export const Message = Closed(messageProperties, { title: 'Message' });
export type Message = Static<typeof Message>;
/**
 * With a filter that hits few of very many messages, a page may hold fewer than asked for, even none, while there is a
 * cursor: the search continues from there.
 */
export const MessagePage = Closed({
  ...Keyed(Message).properties,
  behind: Type.Optional(
    Type.Integer({
      description: 'With words: messages that are not indexed yet, and may lack from the results.',
    }),
  ),
});
export type MessagePage = Static<typeof MessagePage>;
/** How far the index of words is. */
export const MessageIndex = Closed({
  stored: Type.Integer({ description: 'Messages.' }),
  behind: Type.Integer({ description: 'Messages that are not indexed yet.' }),
});
export type MessageIndex = Static<typeof MessageIndex>;

export const MessageDetail = Closed(
  {
    ...messageProperties,
    body: Type.String({ description: 'The exact bytes that are signed and sent.' }),
    attempts: Type.Array(Attempt),
    editedCopies: Type.Array(Closed({ id: Type.String(), created: UtcDate }), {
      description: 'Messages made from this one by editing its payload, newest first, at most 20.',
    }),
  },
  { title: 'MessageDetail' },
);
export type MessageDetail = Static<typeof MessageDetail>;

export const ResendRequest = Type.Object({ endpoint: Type.Optional(Uuid) });
export type ResendRequest = Static<typeof ResendRequest>;
/** A payload's limit, characters: what the message log shows of one stays within what a screen can hold. */
export const editedBodyMax = 1_048_576;
/** Sends an edited payload as a new message; without `endpoints`, to those of the original that are enabled. */
export const EditedResendRequest = Closed({
  body: Type.String({ minLength: 2, maxLength: editedBodyMax, description: 'A JSON object.' }),
  endpoints: Type.Optional(Type.Array(Uuid, { minItems: 1, maxItems: 50 })),
});
export type EditedResendRequest = Static<typeof EditedResendRequest>;
export const SinceRequest = Type.Object({ since: UtcDate, until: Type.Optional(UtcDate) });
export type SinceRequest = Static<typeof SinceRequest>;
export const Count = Closed({ count: Type.Integer() });
export const MessageRef = Closed({ messageId: Type.String() });

/** Publish an example event; without `companyId` a company is made up and nothing is stored of it. */
export const ExampleEventRequest = Type.Object({
  eventType: Type.String(),
  companyId: Type.Optional(Uuid),
});
export type ExampleEventRequest = Static<typeof ExampleEventRequest>;
