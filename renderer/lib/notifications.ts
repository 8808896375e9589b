import type { Notification, NotificationList } from '#contract/notification.ts';
import { api } from './api.ts';
import { useApiMutation, useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';
import { usePerson } from './who.ts';

/** What others wrote to the person who is signed in, or gave them to do; nothing on the desk of one person. */
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
export const placeOf = ({ case: { id }, note }: Notification): string =>
  `/cases/${id}${note === undefined ? '' : `#${noteAnchor(note)}`}`;
