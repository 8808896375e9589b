import { type Static, Type } from 'typebox';
import { ApprovalSummary } from './approvals.ts';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';

/** What others wrote to a person, gave them to do, ask them or decided. Source: `docs/reference/rules/people.md#notifications`. */

export const notificationKinds = [
  'mention',
  'assignment',
  'approval.requested',
  'approval.given',
  'approval.refused',
  'approval.withdrawn',
] as const;

export const NotificationId = Type.String({
  pattern: '^[0-9a-f-]{36}:[1-9][0-9]{0,9}$',
  description: 'The case and the number of the entry in its audit chain.',
});

export const Notification = Closed(
  {
    id: NotificationId,
    kind: OneOf(notificationKinds),
    at: UtcDate,
    by: Type.String({ description: 'Who wrote the entry.' }),
    case: Closed({ id: Uuid, name: Type.String() }),
    note: Type.Optional(Type.Unsafe<string>({ ...Uuid, description: 'The note that mentions the person.' })),
    step: Type.Optional(Type.String({ description: 'The step whose note mentions the person.' })),
    approval: Type.Optional(
      Closed(
        { id: Uuid, kind: ApprovalSummary.properties.kind },
        { description: 'The approval that is asked for, or was decided about.' },
      ),
    ),
    text: Type.Optional(
      Type.String({ description: 'What is around the mention; why an approval was refused or withdrawn.' }),
    ),
    read: Type.Boolean(),
  },
  { title: 'Notification' },
);
export type Notification = Static<typeof Notification>;

/** What an entry tells people, for who is to tell them. */
export interface NotifiedEntry extends Omit<Notification, 'id' | 'at' | 'read'> {
  /** Who may see the case, and did not write it; of an approval that waits, who may decide about it. */
  readonly to: readonly { readonly login: string; readonly name: string }[];
}

export const NotificationList = Closed(
  {
    results: Type.Array(Notification, { description: 'Newest first, at most 200.' }),
    unread: Type.Integer({ description: 'Of these.' }),
  },
  { title: 'NotificationList' },
);
export type NotificationList = Static<typeof NotificationList>;

export const NotificationsRead = Closed({
  ids: Type.Optional(Type.Array(NotificationId, { maxItems: 200, description: 'Omitted: all of the list.' })),
});
export type NotificationsRead = Static<typeof NotificationsRead>;
