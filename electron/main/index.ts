import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  Notification,
  nativeTheme,
  net,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from 'electron';
import { defaultDataDir } from '#base/data-dir.ts';
import { whenLauncherGone } from '#base/launcher.ts';
import { keepToOwner } from '#base/own-process.ts';
import { packageVersion } from '#base/package-root.ts';
import { type Opening, told } from '#contract/bridge.ts';
import { createOwnPages, local, type OwnPages } from './app-address.ts';
import { setUpAppEvents } from './app-events.ts';
import { appScheme, setUpAppProtocol } from './app-protocol.ts';
import { setUpBridge } from './bridge.ts';
import { serveChildren } from './child-processes.ts';
import { runCommandLine } from './command-line.ts';
import { setUpDataFolder } from './data-folder.ts';
import { createDataKey } from './data-key.ts';
import { createDeskFetch } from './desk-fetch.ts';
import { createOpenExternal, type OpenExternal } from './external-links.ts';
import { createForward } from './forward.ts';
import { createHostLog } from './host-log.ts';
import { forkHost, hostLimits, killHost } from './host-process.ts';
import { setUpIdentity } from './identity.ts';
import { createMainWindow } from './main-window.ts';
import { menuTemplate, setUpMenu } from './menu.ts';
import {
  announceAvailable,
  announceUpdate,
  chooseCaseFile,
  complain,
  formatCrashed,
  formatStopped,
} from './messages.ts';
import { keepNotificationSettings } from './notification-settings.ts';
import { createNotifications } from './notifications.ts';
import { createOpenings } from './openings.ts';
import { createPageRequests, openFolder } from './page-requests.ts';
import { setUpQuitting } from './quitting.ts';
import { setUpSecurity } from './security.ts';
import { ownArguments, setUpSingleInstance } from './single-instance.ts';
import { readStartArguments, type WindowArguments } from './start-arguments.ts';
import { createStaticFiles } from './static-files.ts';
import { createSupervisor } from './supervisor.ts';
import { createAskTeam } from './team/ask.ts';
import { createTeamForward } from './team/forward.ts';
import { type KeptDesks, keepDesks } from './team/kept-desks.ts';
import { createShowInBrowser } from './team/show-in-browser.ts';
import { createTeamSignIn } from './team/sign-in.ts';
import { createTeamDesks, type TeamDesks } from './team/team-desks.ts';
import { createTeamTokens } from './team/tokens.ts';
import { createTray } from './tray.ts';
import { setUpUpdates, updateUrl } from './updates.ts';
import { watchDesk } from './watching.ts';
import { createWork } from './work.ts';

keepToOwner();

const built = (...path: string[]): string => join(app.getAppPath(), 'out', ...path);

/** Sets the pages of PDFs: see desk/reports/formats/pdf/typeset-pdf.ts. */
const typesetter = (): string => built('main', 'typesetter.js');

/** The host as a child process, with its log and its data key. */
const superviseHost = ({ dataDir, apiPort, deskPort }: WindowArguments & { readonly dataDir: string }) => {
  const log = createHostLog(join(dataDir, 'logs', 'host.log'));
  const dataKey = createDataKey({ dataDir, safeStorage, platform: process.platform, log: log.write });
  const supervisor = createSupervisor({
    fork: () =>
      serveChildren(forkHost(utilityProcess, built('main', 'host-process.js')), utilityProcess, typesetter()),
    async startMessage() {
      const key = await dataKey.load();
      return { type: 'start', dataDir, apiPort, deskPort, ...(key === undefined ? {} : { dataKey: key }) };
    },
    limits: hostLimits,
    kill: killHost,
    log: log.write,
  });
  return { log, dataKey, supervisor };
};

/** The pages of the local desk and of those of teams that are in the list, and the desk that was shown last. */
const readDesks = () => {
  const kept = keepDesks(join(app.getPath('userData'), 'team-desks.json'));
  const pages = createOwnPages((id) => kept.read().desks.some((desk) => desk.id === id));
  return { kept, pages, desk: kept.read().last ?? local };
};

interface WindowParts extends Pick<ReturnType<typeof readDesks>, 'pages' | 'desk'> {
  readonly quitting: ReturnType<typeof setUpQuitting>;
  readonly pageGone: () => void;
}

const openWindow = ({ pages, desk, quitting, pageGone }: WindowParts) => {
  const icon = join(app.getAppPath(), 'resources', 'icons', '512x512.png');
  return createMainWindow({
    BrowserWindow,
    screen,
    nativeTheme,
    dialog,
    pages,
    desk,
    preload: built('preload', 'index.cjs'),
    ...(existsSync(icon) ? { icon } : {}),
    statePath: join(app.getPath('userData'), 'window.json'),
    pageGone,
    mayClose: () => process.platform === 'darwin' || quitting.allowed(),
    quit: () => app.quit(),
    quitNow: quitting.now,
  });
};

const startWindow = (given: WindowArguments): void => {
  const { dataDir = defaultDataDir() } = given;

  // What must be done before the app is ready.
  setUpIdentity(app, packageVersion());
  if (!setUpDataFolder(app, dialog, dataDir)) {
    app.exit(1);
    return;
  }
  const openings = createOpenings({
    send: (opening) => window.tell(told.opening, opening),
    complain: (text) => complain(dialog, text),
  });
  const open = (linkOrPath: string): void => void openings.open(linkOrPath);
  const focus = (): void => window.focus();
  if (!setUpSingleInstance({ app, toOpen: given.toOpen, focus, open })) {
    app.exit(0);
    return;
  }

  // The host, and who talks to it.
  const host = superviseHost({ ...given, dataDir });
  const { supervisor } = host;
  const deskFetch = createDeskFetch(supervisor.ready);

  // The window, and how it goes.
  const quitting = setUpQuitting({
    app,
    dialog,
    isRunning: () => supervisor.state().state === 'running',
    work: createWork(deskFetch),
    stopHost: supervisor.stop,
  });
  const { kept, ...ofDesks } = readDesks();
  const window = openWindow({ ...ofDesks, quitting, pageGone: openings.pageGone });
  setUpAppEvents({ app, process, focus, open, quitNow: quitting.now });
  // A window that `npm start` opened goes with it.
  if (process.env.npm_lifecycle_event !== undefined) app.on('will-quit', whenLauncherGone(quitting.now));
  supervisor.onState((state) => {
    window.tell(told.hostState, state);
    if (state.state === 'failed') window.showStopped();
    else if (state.state === 'running') window.showApp();
  });

  const parts = { ...host, dataDir, deskFetch, kept, pages: ofDesks.pages, openings, window, open };
  void app.whenReady().then(() => {
    setUpReady(parts);
    // Both at once: the page loads while the host starts, and what it asks waits for it.
    supervisor.start();
    focus();
    for (const each of given.toOpen) open(each);
  });
};

interface AppParts extends ReturnType<typeof superviseHost> {
  readonly dataDir: string;
  readonly deskFetch: ReturnType<typeof createDeskFetch>;
  readonly kept: KeptDesks;
  readonly pages: OwnPages;
  readonly openings: ReturnType<typeof createOpenings>;
  readonly window: ReturnType<typeof createMainWindow>;
  readonly open: (linkOrPath: string) => void;
}

/** What Electron allows only once the app is ready. */
const setUpReady = (parts: AppParts): void => {
  const { log, dataKey, supervisor, dataDir, deskFetch, pages, openings, window, open } = parts;
  const openExternal = createOpenExternal({
    shell,
    dialog,
    window: window.current,
    hostsPath: join(app.getPath('userData'), 'opened-hosts.json'),
  });
  setUpSecurity({ app, session: session.defaultSession, pages, openExternal });
  const { teams, forwardToTeam } = setUpTeams(parts);
  setUpAppProtocol({
    protocol,
    files: createStaticFiles(built('renderer')),
    pages,
    forward: createForward(deskFetch),
    forwardToTeam,
    stopped: () => formatStopped(supervisor, log),
    crashed: () => formatCrashed(log),
    restart: supervisor.start,
    repair: supervisor.repair,
    reload: window.reload,
    quit: () => app.quit(),
  });
  const notifications = setUpWatching({ log, deskFetch, openings, window, teams });
  setUpBridge(
    ipcMain,
    pages,
    createPageRequests({
      dialog,
      shell,
      window: window.current,
      dataDir,
      downloads: () => app.getPath('downloads'),
      openExternal,
      dataKey,
      supervisor,
      openings,
      notifications,
      teams,
    }),
  );
  const menuActions = {
    openCaseFile: () => void chooseCaseFile(dialog, window.current()).then((path) => path && open(path)),
    connectTeam: () => openings.show({ type: 'connect' }),
    showSettings: () => openings.show({ type: 'page', page: 'settings' }),
    showDocumentation: () => openings.show({ type: 'page', page: 'documentation' }),
    openDataFolder: () => void openFolder(shell, dataDir).catch((error) => complain(dialog, error.message)),
  };
  setUpMenu(Menu, menuTemplate(process.platform, menuActions, app.isPackaged));
  void startUpdates(log.write, openExternal);
};

/** The desks of teams: reached by a session of their own, in memory, which keeps no cookies and no cache. */
const setUpTeams = ({ kept, window, log: { write: log } }: AppParts) => {
  const ask = createAskTeam(net, session.fromPartition('team-desks', { cache: false }));
  const showInBrowser = createShowInBrowser({
    shell,
    platform: process.platform,
    folder: app.getPath('userData'),
  });
  const teams = createTeamDesks({
    kept,
    tokens: createTeamTokens({ safeStorage, platform: process.platform, log }),
    signIn: createTeamSignIn({ ask, showInBrowser, log }),
    window,
    clearStorage: (origin) => session.defaultSession.clearStorageData({ origin }),
    tell: (desks) => window.tell(told.desks, desks),
    complain: (text) => complain(dialog, text),
    log,
  });
  return { teams, forwardToTeam: createTeamForward({ ask, token: teams.token, address: teams.address }) };
};

/** Notifications and the tray. @returns what the page may choose of them */
const setUpWatching = ({
  log,
  deskFetch,
  openings,
  window,
  teams,
}: Pick<AppParts, 'log' | 'deskFetch' | 'openings' | 'window'> & { readonly teams: TeamDesks }) => {
  /** They are about the local desk, also while another one is shown. */
  const show = (opening: Opening): void => {
    if (window.shown() !== local) void teams.show(undefined);
    openings.show(opening);
  };
  const kept = keepNotificationSettings(join(app.getPath('userData'), 'notifications.json'));
  const settings = {
    read: kept.read,
    write(given: unknown) {
      const written = kept.write(given);
      watching.refresh();
      return written;
    },
  };
  const notify = createNotifications({
    Notification,
    isLookedAt: () => window.shown() === local && window.isFocused(),
    focus: window.focus,
    show,
    settings: kept.read,
  });
  const tray = createTray({
    Tray,
    Menu,
    icon: join(
      app.getAppPath(),
      'resources',
      'icons',
      process.platform === 'darwin' ? '16x16.png' : '32x32.png',
    ),
    show(opening) {
      window.focus();
      if (opening !== undefined) show(opening);
    },
    quiet: {
      read: () => kept.read().quiet,
      write: (quiet) => void settings.write({ ...kept.read(), quiet }),
    },
    quit: () => app.quit(),
    log: log.write,
  });
  const watching = watchDesk({ deskFetch, settings: kept, notify, tray, log: log.write });
  app.on('will-quit', () => {
    watching.stop();
    tray.destroy();
  });
  return settings;
};

/** Loaded only where the app was packed with an address for updates. */
const startUpdates = async (log: (text: string) => void, openExternal: OpenExternal): Promise<void> => {
  const url = updateUrl();
  if (url === undefined) return;
  const { default: updater } = await import('electron-updater');
  const stop = setUpUpdates({
    updater: updater.autoUpdater,
    url,
    log: (line) => log(`${line}\n`),
    platform: process.platform,
    downloaded: (version) => announceUpdate(Notification, version),
    available: (version) => announceAvailable(Notification, version, () => void openExternal(url)),
  });
  app.on('will-quit', stop);
};

// Electron waits for this module before it is ready, so nothing here may wait for that.
protocol.registerSchemesAsPrivileged([appScheme]);
const started = readStartArguments(ownArguments(app, process.argv), process.cwd());
if (started.kind === 'window') startWindow(started);
else
  void runCommandLine({
    app,
    utilityProcess,
    process,
    entry: built('main', 'cli-process.js'),
    typesetter: typesetter(),
    args: started.args,
  });
