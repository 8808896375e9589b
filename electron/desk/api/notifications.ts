import { NotificationList, NotificationsRead } from '#contract/notification.ts';
import { type ApiApp, answers, optionsFor } from '#control/app.ts';
import type { Notifications } from '#desk/people/notifications/index.ts';
import { visible } from '#desk/reports/visible.ts';
import { callerOf, sightIn } from './caller.ts';

const options = optionsFor('people');
const response = answers(NotificationList);

/** Of whoever is signed in. The desk of one person has none. */
export const notificationRoutes = (app: ApiApp, notifications: Notifications): void => {
  app.get(
    '/api/notifications',
    options('List what others wrote to you, gave you to do, ask you and decided', response),
    async (request) => {
      const caller = callerOf(request);
      return caller === undefined ? none : shown(await notifications.list(caller, sightIn(request)));
    },
  );
  app.post(
    '/api/notifications/read',
    options('Mark notifications as read', response, { body: NotificationsRead }),
    async (request) => {
      const caller = callerOf(request);
      if (caller === undefined) return none;
      return shown(await notifications.read(caller, sightIn(request), request.body));
    },
  );
};

const none: NotificationList = { results: [], unread: 0 };

const shown = ({ results, unread }: NotificationList): NotificationList => ({
  results: results.map(({ text, ...one }) => (text === undefined ? one : { ...one, text: visible(text) })),
  unread,
});
