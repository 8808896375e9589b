import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Cancel, systemTime } from '#base/clock.ts';
import { packageRoot } from '#base/package-root.ts';

/** The part of electron-updater's `autoUpdater` that is used. */
export interface Updater {
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  allowDowngrade: boolean;
  setFeedURL(feed: { provider: 'generic'; url: string }): void;
  checkForUpdates(): Promise<unknown>;
  on(event: 'update-downloaded', listener: (update: { version: string }) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface UpdateOptions {
  readonly updater: Updater;
  /** Where updates are; undefined: the app was packed without, and never looks. */
  readonly url: string | undefined;
  readonly log: (line: string) => void;
  /** An update is there, and is installed when the app is quit. */
  readonly downloaded: (version: string) => void;
}

/** The first look waits until the start is over. */
const firstMs = 30_000;
const intervalMs = 24 * 3_600_000;

/**
 * Looks for updates after the start and once a day, if the app was packed with an address for them. A look that fails
 * is a line in the log: nobody's work waits for it.
 * @returns stops it
 */
export const setUpUpdates = ({ updater, url, log, downloaded }: UpdateOptions): Cancel => {
  if (url === undefined) return () => undefined;
  const failed = (error: unknown): void => log(`updates: ${error instanceof Error ? error.message : error}`);
  updater.autoDownload = true;
  // The host has drained by then; nothing is interrupted.
  updater.autoInstallOnAppQuit = true;
  updater.allowDowngrade = false;
  updater.setFeedURL({ provider: 'generic', url });
  updater.on('error', failed);
  updater.on('update-downloaded', ({ version }) => downloaded(version));
  // Its failures come as an event, too.
  const look = (): void => void updater.checkForUpdates().catch(() => undefined);
  const cancelFirst = systemTime.after(firstMs, look, { unref: true });
  const cancelDaily = systemTime.every(intervalMs, look);
  return () => {
    cancelFirst();
    cancelDaily();
  };
};

/** The address that `npm run dist` was given, as it stands in the packed `package.json`. */
export const updateUrl = (root = packageRoot()): string | undefined =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { updateUrl?: string }).updateUrl;
