import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppUpdater } from 'electron-updater';
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { setUpUpdates, type Updater, updateUrl } from '#main/updates.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** What the library does that the app leans on: a look tells by events, and a failed one rejects besides. */
const standIn = () => {
  const looks: (() => void)[] = [];
  const updater = Object.assign(new EventEmitter(), {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: true,
    feed: undefined as unknown,
    setFeedURL(feed: unknown) {
      updater.feed = feed;
    },
    checkForUpdates: () =>
      new Promise<never>((_resolve, reject) => looks.push(() => reject(new Error('no')))),
  });
  return { updater, looks };
};

const url = 'https://updates.example/carryover';

const silent = { downloaded: () => undefined, available: () => undefined };

test('without an address nothing is ever looked for', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { updater, looks } = standIn();
  setUpUpdates({ updater, url: undefined, log: () => undefined, platform: 'darwin', ...silent });
  vi.advanceTimersByTime(7 * 24 * 3_600_000);
  expect([looks.length, updater.feed]).toEqual([0, undefined]);
});

test('with one it looks after the start and once a day, and a look that fails is a line in the log', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { updater, looks } = standIn();
  const lines: string[] = [];
  const versions: string[] = [];
  const stop = setUpUpdates({
    updater,
    url,
    log: (line) => lines.push(line),
    platform: 'win32',
    ...silent,
    downloaded: (version) => versions.push(version),
  });
  expect(updater).toMatchObject({ feed: { provider: 'generic', url }, autoInstallOnAppQuit: true });
  expect(looks).toHaveLength(0);
  vi.advanceTimersByTime(24 * 3_600_000);
  expect(looks).toHaveLength(2);

  updater.emit('error', new Error('the server is away'));
  looks[0]?.();
  await Promise.resolve();
  expect(lines).toEqual(['updates: the server is away']);
  updater.emit('update-downloaded', { version: '0.2.0' });
  expect(versions).toEqual(['0.2.0']);

  stop();
  vi.advanceTimersByTime(48 * 3_600_000);
  expect(looks).toHaveLength(2);
});

test.each(['linux', 'freebsd'] as const)(
  'on %s, where nothing checks a signature, an update is told of once',
  (platform) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { updater } = standIn();
    const downloaded: string[] = [];
    const available: string[] = [];
    const stop = setUpUpdates({
      updater,
      url,
      log: () => undefined,
      platform,
      downloaded: (version) => downloaded.push(version),
      available: (version) => available.push(version),
    });
    expect([updater.autoDownload, updater.autoInstallOnAppQuit]).toEqual([false, false]);
    for (const version of ['0.3.0', '0.3.0', '0.4.0']) updater.emit('update-available', { version });
    updater.emit('update-downloaded', { version: '0.3.0' });
    expect([available, downloaded]).toEqual([['0.3.0', '0.4.0'], []]);
    stop();
  },
);

test('the address is the one that the app was packed with', () => {
  const root = temporaryFolder();
  writeFileSync(join(root, 'package.json'), '{"name":"carryover"}');
  expect(updateUrl(root)).toBeUndefined();
  writeFileSync(join(root, 'package.json'), JSON.stringify({ updateUrl: url }));
  expect(updateUrl(root)).toBe(url);
  expectTypeOf<AppUpdater>().toExtend<Updater>();
});
