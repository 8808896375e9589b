import type { BrowserWindow, Dialog, NativeTheme, Screen } from 'electron';
import { systemTime } from '#base/clock.ts';
import type { told } from '#contract/bridge.ts';
import { crashedPath, homeOf, homeUrl, local, type OwnPages, stoppedPath } from './app-address.ts';
import { watchForHanging } from './hanging-page.ts';
import { safePreferences } from './security.ts';
import { keepWindowState, leastSize, placeWindow, readWindowState } from './window-state.ts';

export interface MainWindowOptions {
  readonly BrowserWindow: typeof BrowserWindow;
  readonly screen: Pick<Screen, 'getAllDisplays'>;
  readonly nativeTheme: Pick<NativeTheme, 'shouldUseDarkColors'>;
  readonly dialog: Pick<Dialog, 'showMessageBox'>;
  readonly pages: Pick<OwnPages, 'isOwnPage' | 'deskOf'>;
  /** The desk to begin with: `local`, or the id of a team's. */
  readonly desk: string;
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
  /** `local`, or the id of the team's desk that is shown. */
  shown(): string;
  /** Its page takes the place of the one that is there. Resolves when it has come, or another one in its place. */
  showDesk(desk: string): Promise<void>;
  /** Main's own page takes the place of the local desk's, which comes back where it was. Others stay. */
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
  /** `local`, or the id of a team's. */
  desk: string;
  /** There is no host, so that the page of the local desk can't be shown. */
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
    desk: options.desk,
    isStopped: false,
    isCrashed: false,
    lastUrl: homeOf(options.desk),
    crashes: [],
  };
  return {
    current: () => state.window,
    focus() {
      const { window } = state;
      if (window === undefined) {
        state.window = makeWindow(state, options);
        void load(state);
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    isFocused: () => state.window?.isFocused() ?? false,
    shown: () => state.desk,
    tell(channel, content) {
      if (!showsStopped(state) && !state.isCrashed) state.window?.webContents.send(channel, content);
    },
    showDesk(desk) {
      // What waits to be opened is for the page that comes.
      options.pageGone();
      Object.assign(state, { desk, lastUrl: homeOf(desk), isCrashed: false, crashes: [] });
      return load(state);
    },
    showStopped() {
      if (!state.isStopped) rememberUrl(state, options);
      state.isStopped = true;
      if (state.desk === local) void load(state);
    },
    showApp() {
      if (!state.isStopped) return;
      state.isStopped = false;
      if (state.desk === local) void load(state);
    },
    reload() {
      state.isCrashed = false;
      state.crashes = [];
      void load(state);
    },
  };
};

const showsStopped = ({ isStopped, desk }: State): boolean => isStopped && desk === local;

const load = async (state: State): Promise<void> => {
  const { window, isCrashed, lastUrl } = state;
  // A load that is overtaken by the next one is no fault.
  await window?.loadURL(showsStopped(state) ? stoppedUrl : isCrashed ? crashedUrl : lastUrl).catch(() => {});
};

const rememberUrl = (state: State, { pages }: MainWindowOptions): void => {
  const url = state.window?.webContents.getURL() ?? '';
  // While a page comes in the place of another desk's, that one is still there.
  const isOfDesk = pages.isOwnPage(url) && pages.deskOf(new URL(url)) === state.desk;
  if (isOfDesk && !url.startsWith(ownUrls)) state.lastUrl = url;
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
    if (reason !== 'clean-exit') recoverCrash(state, options);
  });
  return made;
};

const recoverCrash = (state: State, options: MainWindowOptions): void => {
  const now = systemTime.now();
  state.crashes = [...state.crashes.filter((at) => now - at < crashesCountMs), now];
  rememberUrl(state, options);
  state.isCrashed = state.crashes.length > reloadsAfterCrash;
  void load(state);
};
