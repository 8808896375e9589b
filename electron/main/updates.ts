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
  on(
    event: 'update-available' | 'update-downloaded',
    listener: (update: { version: string }) => void,
  ): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface UpdateOptions {
  readonly updater: Updater;
  /** Where updates are; undefined: the app was packed without, and never looks. */
  readonly url: string | undefined;
  readonly log: (line: string) => void;
  readonly platform: NodeJS.Platform;
  /** An update is there, and is installed when the app is quit. */
  readonly downloaded: (version: string) => void;
  /** An update is there, and the person has to fetch it. */
  readonly available: (version: string) => void;
}

/** The first look waits until the start is over. */
const firstMs = 30_000;
const intervalMs = 24 * 3_600_000;

/**
 * macOS and Windows check who signed an app before it is exchanged. Linux checks nothing, so there an update is only
 * told of.
 */
const checksSignatures = (platform: NodeJS.Platform): boolean =>
  platform === 'darwin' || platform === 'win32';

/**
 * Looks for updates after the start and once a day, if the app was packed with an address for them. A look that fails
 * is a line in the log: nobody's work waits for it.
 * @returns stops it
 */
export const setUpUpdates = (options: UpdateOptions): Cancel => {
  const { updater, url, log, platform, downloaded, available } = options;
  if (url === undefined) return () => undefined;
  let told = '';
  const tellOnce = (version: string): void => {
    if (version === told) return;
    told = version;
    available(version);
  };
  const failed = (error: unknown): void => log(`updates: ${error instanceof Error ? error.message : error}`);
  const installs = checksSignatures(platform);
  updater.autoDownload = installs;
  // The host has drained by then; nothing is interrupted.
  updater.autoInstallOnAppQuit = installs;
  updater.allowDowngrade = false;
  updater.setFeedURL({ provider: 'generic', url });
  updater.on('error', failed);
  if (installs) updater.on('update-downloaded', ({ version }) => downloaded(version));
  else updater.on('update-available', ({ version }) => tellOnce(version));
  // Its failures come as an event, too.
  const look = (): void => void updater.checkForUpdates().catch(() => undefined);
  const cancelFirst = systemTime.after(firstMs, look, { unref: true });
  const cancelDaily = systemTime.every(intervalMs, look);
  return () => {
    cancelFirst();
    cancelDaily();
  };
};

/** The address that `npm run dist` was given, as in the packed `package.json`. */
export const updateUrl = (root = packageRoot()): string | undefined =>
  (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { updateUrl?: string }).updateUrl;
