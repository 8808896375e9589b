import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { BrowserWindow } from 'electron';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMainWindow } from '#main/main-window.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const home = 'app://carryover/';

/** As much of a window as is needed to crash in it; says what was loaded. */
const windows = () => {
  const loaded: string[] = [];
  const webContents = Object.assign(new EventEmitter(), {
    getURL: () => loaded.at(-1) ?? '',
    send: () => {},
  });
  class Window extends EventEmitter {
    webContents = webContents;
    loadURL = async (url: string): Promise<void> => void loaded.push(url);
    show = (): void => {};
  }
  const crash = (): void => void webContents.emit('render-process-gone', {}, { reason: 'crashed' });
  return { BrowserWindow: Window as unknown as typeof BrowserWindow, loaded, crash };
};

test('a page that dies again and again is replaced by words and a button, but not if that took days', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { BrowserWindow, loaded, crash } = windows();
  const window = createMainWindow({
    BrowserWindow,
    screen: { getAllDisplays: () => [] },
    nativeTheme: { shouldUseDarkColors: false },
    preload: '/preload.cjs',
    statePath: join(temporaryFolder(), 'window.json'),
    pageGone: () => {},
    mayClose: () => true,
    quit: () => {},
    quitNow: () => {},
  });
  window.focus();
  for (let day = 0; day < 5; day += 1) {
    vi.advanceTimersByTime(24 * 3_600_000);
    crash();
  }
  expect(loaded).toEqual(Array(6).fill(home));

  loaded.splice(0);
  crash();
  crash();
  expect(loaded).toEqual([home, `${home}.carryover/crashed`]);
  window.reload();
  expect(loaded.at(-1)).toBe(home);

  // A host that is gone meanwhile has main's page for that, and the app's comes back with it.
  window.showStopped();
  expect(loaded.at(-1)).toBe(`${home}.carryover/stopped`);
  window.showApp();
  expect(loaded.at(-1)).toBe(home);
});
