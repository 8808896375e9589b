import type { Notification } from 'electron';
import type { Announcement } from '#contract/stream.ts';
import { createAttention } from './attention.ts';
import type { Openings } from './openings.ts';

export interface NotificationsOptions {
  readonly Notification: typeof Notification;
  /** A person at the window sees it there. */
  readonly isLookedAt: () => boolean;
  readonly focus: () => void;
  readonly openings: Pick<Openings, 'show'>;
}

const mostShown = 50;

/** Tells a person who looks elsewhere; a click leads to what it is about. */
export const createNotifications = (
  options: NotificationsOptions,
): ((announcement: Announcement) => void) => {
  const attention = createAttention();
  // Kept until they are closed: one that is collected as garbage is not heard any more when it is clicked.
  const shown = new Set<Notification>();
  return (announcement) => {
    const what = attention(announcement);
    if (what === undefined || options.isLookedAt() || !options.Notification.isSupported()) return;
    const { title, body, opening } = what;
    const notification = new options.Notification({ title, body });
    shown.add(notification);
    // Windows does not say of each that it was closed.
    for (const oldest of [...shown].slice(0, -mostShown)) shown.delete(oldest);
    notification.on('click', () => {
      options.focus();
      options.openings.show(opening);
    });
    notification.on('close', () => void shown.delete(notification));
    notification.show();
  };
};
