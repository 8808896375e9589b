import type { Notification } from 'electron';
import type { Opening } from '#contract/bridge.ts';
import type { NotificationSettings } from '#contract/notification-settings.ts';
import type { Attention } from './attention.ts';

export interface NotificationsOptions {
  readonly Notification: typeof Notification;
  /** A person at the window sees it there. */
  readonly isLookedAt: () => boolean;
  readonly focus: () => void;
  readonly show: (opening: Opening) => void;
  readonly settings: () => NotificationSettings;
}

const mostShown = 50;

/** Tells a person who looks elsewhere, of what they want to be told; a click leads to what it is about. */
export const createNotifications = (options: NotificationsOptions): ((what: Attention) => void) => {
  // Kept until they are closed: one that is collected as garbage is not heard any more when it is clicked.
  const shown = new Set<Notification>();
  return ({ kind, title, body, opening }) => {
    if (!isWanted(kind, options.settings())) return;
    if (options.isLookedAt() || !options.Notification.isSupported()) return;
    const notification = new options.Notification({ title, body });
    shown.add(notification);
    // Windows does not say of each that it was closed.
    for (const oldest of [...shown].slice(0, -mostShown)) shown.delete(oldest);
    notification.on('click', () => {
      options.focus();
      options.show(opening);
    });
    notification.on('close', () => void shown.delete(notification));
    notification.show();
  };
};

export const isWanted = (kind: Attention['kind'], { quiet, off }: NotificationSettings): boolean =>
  !quiet && !off.includes(kind);
