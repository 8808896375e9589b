import { mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { writeJsonAtomically } from '#base/write-atomically.ts';
import { type NotificationSettings, readNotificationSettings } from '#contract/notification-settings.ts';

export interface KeptNotificationSettings {
  read(): NotificationSettings;
  /** What is not understood is as usual. @returns as they are kept */
  write(given: unknown): NotificationSettings;
}

/** The choice of this person on this machine, in a file beside the window's place. */
export const keepNotificationSettings = (path: string): KeptNotificationSettings => {
  let current = readNotificationSettings(readJson(path));
  return {
    read: () => current,
    write(given) {
      current = readNotificationSettings(given);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      writeJsonAtomically(path, current);
      return current;
    },
  };
};

/** undefined if there is none, or none that can be read. */
const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};
