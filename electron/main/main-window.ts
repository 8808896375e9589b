import type { BrowserWindow, Dialog, NativeTheme, Screen } from 'electron';
import { systemTime } from '#base/clock.ts';
import type { told } from '#contract/bridge.ts';
import { crashedPath, homeUrl, isOwnPage, stoppedPath } from './app-address.ts';
import { watchForHanging } from './hanging-page.ts';
import { safePreferences } from './security.ts';
import { keepWindowState, leastSize, placeWindow, readWindowState } from './window-state.ts';

export interface MainWindowOptions {
  readonly BrowserWindow: typeof BrowserWindow;
  readonly screen: Pick<Screen, 'getAllDisplays'>;
  readonly nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly preload: string;
  readonly icon?: string;
  /** Where its position is kept. */
  readonly statePath: string;
  /** A page comes, or the one that was there goes: nothing can be told to it for now. */
  readonly pageGone: () => void;
  /** Whether it may close, which may ask the person; if not, closing it is asking to quit. */
  readonly mayClose: () => boolean;
  readonly quit: () => void;
  /** Windows ends the person's session, and gives no time for questions. */
  readonly quitNow: () => void;
}

/** The one window of the app. */
export interface MainWindow {
  current(): BrowserWindow | undefined;
  /** Makes it if there is none, and brings it to the front. */
  focus(): void;
  isFocused(): boolean;
  tell(channel: (typeof told)[keyof typeof told], content: unknown): void;
  /** Main's own page takes the place of the app's, which comes back where it was. */
  showStopped(): void;
  showApp(): void;
  /** After so many crashes that main's own page was shown, the person wants the app's again. */
  reload(): void;
}

/** A page whose process dies again and again has a fault that another try won't mend. */
const reloadsAfterCrash = 2;
const crashesCountMs = 5 * 60_000;

interface State {
  window: BrowserWindow | undefined;
  isStopped: boolean;
  isCrashed: boolean;
  /** Where the page was when main's own took its place. */
  lastUrl: string;
  /** When (ms UTC) the page's process crashed lately. */
  crashes: readonly number[];
}

const ownUrls = new URL('/.carryover/', homeUrl).href;
const stoppedUrl = new URL(stoppedPath, homeUrl).href;
const crashedUrl = new URL(crashedPath, homeUrl).href;

export const createMainWindow = (options: MainWindowOptions): MainWindow => {
  const state: State = {
    window: undefined,
    isStopped: false,
    isCrashed: false,
    lastUrl: homeUrl,
    crashes: [],
  };
  return {
    current: () => state.window,
    focus() {
      const { window } = state;
      if (window === undefined) {
        state.window = makeWindow(state, options);
        load(state);
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    isFocused: () => state.window?.isFocused() ?? false,
    tell(channel, content) {
      if (!state.isStopped && !state.isCrashed) state.window?.webContents.send(channel, content);
    },
    showStopped() {
      if (!state.isStopped) rememberUrl(state);
      state.isStopped = true;
      load(state);
    },
    showApp() {
      if (!state.isStopped) return;
      state.isStopped = false;
      load(state);
    },
    reload() {
      state.isCrashed = false;
      state.crashes = [];
      load(state);
    },
  };
};

const load = ({ window, isStopped, isCrashed, lastUrl }: State): void => {
  // A load that is overtaken by the next one is no fault.
  window?.loadURL(isStopped ? stoppedUrl : isCrashed ? crashedUrl : lastUrl).catch(() => {});
};

const rememberUrl = (state: State): void => {
  const url = state.window?.webContents.getURL() ?? '';
  if (isOwnPage(url) && !url.startsWith(ownUrls)) state.lastUrl = url;
};

const makeWindow = (state: State, options: MainWindowOptions): BrowserWindow => {
  const place = readWindowState(options.statePath);
  const made = new options.BrowserWindow({
    ...placeWindow(place, options.screen.getAllDisplays()),
    minWidth: leastSize.width,
    minHeight: leastSize.height,
    title: 'Carryover',
    ...(options.icon === undefined ? {} : { icon: options.icon }),
    show: false,
    backgroundColor: options.nativeTheme.shouldUseDarkColors ? '#1a1b1e' : '#ffffff',
    webPreferences: { ...safePreferences, preload: options.preload },
  });
  if (place?.maximized) made.maximize();
  keepWindowState(made, options.statePath);
  watchForHanging(made, options.dialog);
  made.once('ready-to-show', () => made.show());
  made.on('close', (event) => {
    if (options.mayClose()) return;
    event.preventDefault();
    options.quit();
  });
  made.on('session-end', options.quitNow);
  made.on('closed', () => {
    state.window = undefined;
    options.pageGone();
  });
  made.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) options.pageGone();
  });
  made.webContents.on('render-process-gone', (_event, { reason }) => {
    options.pageGone();
    if (reason !== 'clean-exit') recoverCrash(state);
  });
  return made;
};

const recoverCrash = (state: State): void => {
  const now = systemTime.now();
  state.crashes = [...state.crashes.filter((at) => now - at < crashesCountMs), now];
  rememberUrl(state);
  state.isCrashed = state.crashes.length > reloadsAfterCrash;
  load(state);
};
