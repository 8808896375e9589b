import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createOwnPages, local } from '#main/app-address.ts';
import { createMainWindow } from '#main/main-window.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const home = 'app://carryover/';
const team = '0123456789abcdef';

/** As much of a window as is needed to crash in it; says what was loaded. */
const windows = () => {
  const loaded: string[] = [];
  const made: EventEmitter[] = [];
  const webContents = Object.assign(new EventEmitter(), {
    getURL: () => loaded.at(-1) ?? '',
    send: () => {},
    forcefullyCrashRenderer: () => crash(),
  });
  class Window extends EventEmitter {
    constructor() {
      super();
      made.push(this);
    }
    webContents = webContents;
    loadURL = async (url: string): Promise<void> => void loaded.push(url);
    show = (): void => {};
  }
  const crash = (): void => void webContents.emit('render-process-gone', {}, { reason: 'crashed' });
  return { BrowserWindow: Window as unknown as typeof BrowserWindow, loaded, made, crash };
};

const options = {
  screen: { getAllDisplays: () => [] },
  nativeTheme: { shouldUseDarkColors: false },
  dialog: { showMessageBox: async () => ({ response: 0, checkboxChecked: false }) },
  pages: createOwnPages((id) => id === team),
  desk: local,
  preload: '/preload.cjs',
  pageGone: () => {},
  mayClose: () => true,
  quit: () => {},
  quitNow: () => {},
};

test('a page that dies again and again is replaced by words and a button, but not if that took days', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { BrowserWindow, loaded, crash } = windows();
  const statePath = join(temporaryFolder(), 'window.json');
  const window = createMainWindow({ ...options, BrowserWindow, statePath });
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

test('a page that hangs is loaded anew if the person wants, and not after it answered', async () => {
  const { BrowserWindow, loaded, made } = windows();
  const asked: MessageBoxOptions[] = [];
  let answer = (_response: number): void => {};
  const showMessageBox = (async (_window: unknown, about: MessageBoxOptions) => {
    asked.push(about);
    const response = await new Promise<number>((resolve) => {
      answer = resolve;
    });
    return { response, checkboxChecked: false };
  }) as Dialog['showMessageBox'];
  const statePath = join(temporaryFolder(), 'window.json');
  createMainWindow({ ...options, BrowserWindow, statePath, dialog: { showMessageBox } }).focus();

  made[0]?.emit('unresponsive');
  expect(asked[0]).toMatchObject({
    message: 'The window does not respond.',
    buttons: ['Wait', 'Reload'],
  });
  answer(1);
  await vi.waitFor(() => expect(loaded).toEqual([home, home]));

  made[0]?.emit('unresponsive');
  made[0]?.emit('responsive');
  expect(asked[1]?.signal?.aborted).toBe(true);
  answer(1);
  await new Promise(setImmediate);
  expect(loaded).toEqual([home, home]);
});

test('the host is gone on the page of the local desk alone, and each desk has its own page', async () => {
  const { BrowserWindow, loaded } = windows();
  const statePath = join(temporaryFolder(), 'window.json');
  const gone: string[] = [];
  const pageGone = (): void => void gone.push(loaded.at(-1) ?? '');
  const window = createMainWindow({ ...options, BrowserWindow, statePath, desk: team, pageGone });
  window.focus();
  const teamHome = `app://${team}.team/`;
  expect([loaded, window.shown()]).toEqual([[teamHome], team]);
  window.showStopped();
  expect(loaded).toEqual([teamHome]);

  const shown = window.showDesk(local);
  // What waits to be opened must not reach the page that goes.
  expect(gone).toEqual([teamHome]);
  await shown;
  expect(loaded.at(-1)).toBe(`${home}.carryover/stopped`);
  window.showApp();
  expect(loaded.at(-1)).toBe(home);
  await window.showDesk(team);
  window.showStopped();
  window.showApp();
  expect([loaded.at(-1), window.shown()]).toEqual([teamHome, team]);
});
