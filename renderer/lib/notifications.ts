import { approvalKindLabels } from '#contract/approvals.ts';
import type { Notification, NotificationList } from '#contract/notification.ts';
import { api } from './api.ts';
import { useApiMutation, useApiQuery } from './api-queries.ts';
import { approvalPath } from './approval-labels.ts';
import { keys } from './keys.ts';
import { usePerson } from './who.ts';

/** What others wrote to the person who is signed in, gave them to do, ask them or decided; nothing on the desk of one person. */
export const useNotifications = () => {
  const person = usePerson();
  return useApiQuery<NotificationList>(keys.notifications, '/api/notifications', {
    enabled: person !== undefined,
  });
};

/** @returns marks some as read; all of them, if none are named */
export const useMarkRead = () =>
  useApiMutation(
    (ids: readonly string[] | undefined) => api.post<NotificationList>('/api/notifications/read', { ids }),
    {
      onSuccess: (list, client) => client.setQueryData(keys.notifications, list),
    },
  );

/** The id of a note on the page of its case. */
export const noteAnchor = (noteId: string): string => `note-${noteId}`;

/** Where what a notification tells of is shown. */
export const placeOf = ({ case: { id }, note, approval }: Notification): string =>
  approval === undefined
    ? `/cases/${id}${note === undefined ? '' : `#${noteAnchor(note)}`}`
    : approvalPath({ caseId: id, id: approval.id });

/** Between who did it and the name of the case, such as "mentioned you in". */
export const formatNotification = ({ kind, approval }: Notification): string => {
  const what = approval === undefined ? 'an operation' : `“${approvalKindLabels[approval.kind]}”`;
  switch (kind) {
    case 'mention':
      return 'mentioned you in';
    case 'assignment':
      return 'assigned you';
    case 'approval.requested':
      return `asks for approval of ${what} in`;
    case 'approval.given':
      return `approved ${what} in`;
    case 'approval.refused':
      return `refused to approve ${what} in`;
    case 'approval.withdrawn':
      return `withdrew the approval of ${what} in`;
  }
};
