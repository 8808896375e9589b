import { type Cancel, systemTime } from '#base/clock.ts';
import type { Announcement } from '#contract/stream.ts';
import { type Attention, createAttention } from './attention.ts';
import { followDesk } from './desk-events.ts';
import type { DeskFetch } from './desk-fetch.ts';
import type { KeptNotificationSettings } from './notification-settings.ts';
import { createReminders } from './reminders.ts';
import type { AppTray } from './tray.ts';
import { followUpcoming, type Reading, soakEnd, type Upcoming } from './upcoming.ts';

export interface WatchingOptions {
  readonly deskFetch: DeskFetch;
  readonly settings: Pick<KeptNotificationSettings, 'read'>;
  readonly notify: (what: Attention) => void;
  readonly tray: Pick<AppTray, 'update'>;
  readonly log: (text: string) => void;
}

/** What needs a person while the app runs: what is announced, and what comes with time. */
export const watchDesk = (
  options: WatchingOptions,
): { readonly refresh: () => void; readonly stop: Cancel } => {
  const { deskFetch, settings, notify, tray, log } = options;
  const attention = createAttention();
  let desk: Reading | undefined;
  const reminders = createReminders(async (caseId) => desk && soakEnd(desk, caseId));
  let last: Upcoming | undefined;
  const upcoming = followUpcoming(
    deskFetch,
    async (found, reading) => {
      desk = reading;
      last = found;
      tray.update(found, systemTime.now());
      if (found === undefined) return;
      for (const one of await reminders(found, settings.read().minutesBefore, systemTime.now())) notify(one);
    },
    log,
  );
  const heard = (announcement: Announcement): void => {
    const what = attention(announcement);
    if (what === undefined) return;
    notify(what);
    upcoming.now();
  };
  const unfollow = followDesk(deskFetch, [heard], log);
  return {
    refresh: () => tray.update(last, systemTime.now()),
    stop: () => {
      unfollow();
      upcoming.stop();
    },
  };
};
