import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { Rectangle } from 'electron';
import { type Browser, chromium, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { type StandInConfig, toEnvironment } from '#test/desktop/stand-in/config.ts';
import type { FromStandIn } from '#test/desktop/stand-in/control.ts';
import { launchChromium, shortLived } from './browser.ts';
import { until } from './host-process.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { unusedPort } from './unused-port.ts';

/** The built app on the stand-in for Electron, as a person and the system use it. */

/** A Chromium that both the app and the test work with; one serves a whole file of tests. */
export interface DesktopBrowser {
  readonly url: string;
  readonly browser: Browser;
  close(): Promise<void>;
}

export const startDesktopBrowser = async (): Promise<DesktopBrowser> => {
  const port = await unusedPort();
  const launched = await launchChromium([`--remote-debugging-port=${port}`, shortLived]);
  const url = `http://127.0.0.1:${port}`;
  const browser = await chromium.connectOverCDP(url);
  return {
    url,
    browser,
    async close() {
      await browser.close();
      await launched.close();
    },
  };
};

export interface LaunchOptions {
  readonly dataDir?: string;
  /** After those that name the data folder and free ports. */
  readonly args?: readonly string[];
  /** In place of all arguments. */
  readonly bare?: readonly string[];
  readonly system?: Partial<StandInConfig>;
  /** What is piped in; a command reads it. */
  readonly input?: string;
  /** Whether the app is expected to show its page. */
  readonly shows?: boolean;
}

export interface WindowFacts {
  readonly visible: boolean;
  readonly maximized: boolean;
  readonly minimized: boolean;
  readonly focused: boolean;
  readonly bounds: Rectangle;
  readonly options: { readonly webPreferences: Readonly<Record<string, unknown>> } & Record<string, unknown>;
  readonly url: string;
}

export type SeenEvent = 'dialog' | 'notification' | 'tray' | 'trayMenu' | 'external' | 'path' | 'page';

export interface DialogShown {
  readonly kind: 'open' | 'save' | 'message' | 'error';
  readonly options: Readonly<Record<string, unknown>>;
}

export interface DesktopApp {
  readonly dataDir: string;
  readonly process: ChildProcess;
  readonly out: { stdout: string; stderr: string };
  /** The page of its window. */
  readonly page: Page;
  window(): Promise<WindowFacts | undefined>;
  /** Everything of that kind so far, oldest first. */
  seen<T>(event: SeenEvent): T[];
  /** Waits for the next one of that kind that was not waited for yet. */
  next<T>(event: SeenEvent): Promise<T>;
  /** Answers the dialog that is shown, or else the next one. */
  answerDialog(answer: object): Promise<void>;
  clickMenu(...path: string[]): Promise<void>;
  clickNotification(at: number): Promise<void>;
  /** An event of the app's, as the system sends it. */
  emit(name: 'open-file' | 'open-url' | 'activate', ...args: unknown[]): Promise<void>;
  /** Anything else that the stand-in allows. */
  call<T = unknown>(name: string, ...args: unknown[]): Promise<T>;
  hostPid(): Promise<number>;
  /** If it dies of it, the app has seen so. */
  killHost(signal?: NodeJS.Signals): Promise<void>;
  /** As by the menu; resolves when the app has ended, with its exit code. */
  quit(): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

const register = join(packageRoot(), 'test/desktop/stand-in/register.ts');
const mainEntry = join(packageRoot(), 'out/main/main.js');

/** Starts the app; it is ended when the test ends. */
export const launchDesktop = async (
  desktop: DesktopBrowser,
  options: LaunchOptions = {},
): Promise<DesktopApp> => {
  const dataDir = options.dataDir ?? temporaryFolder();
  const config: StandInConfig = {
    browserUrl: desktop.url,
    appPath: packageRoot(),
    keychain: 'gnome_libsecret',
    user: 'jo',
    displays: [{ x: 0, y: 0, width: 1920, height: 1040 }],
    ...options.system,
  };
  const ports = ['--data', dataDir, '--api-port', '0', '--desk-port', '0'];
  const child = fork(mainEntry, options.bare ?? [...ports, ...(options.args ?? [])], {
    execArgv: ['--import', register],
    env: {
      ...process.env,
      NO_COLOR: '1',
      // As the launcher has it: compiling anew what dozens of starts share takes a fifth of their time.
      NODE_COMPILE_CACHE: join(packageRoot(), 'out', '.compile-cache'),
      ...toEnvironment(config),
    },
    stdio: ['pipe', 'pipe', 'pipe', 'ipc'],
  });
  const line = listen(child);
  // A command that refuses its arguments ends before it has read all of its input.
  child.stdin?.on('error', () => {});
  if (options.input !== undefined) child.stdin?.end(options.input);
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await line.ended;
  });

  let page: Page | undefined;
  const app: DesktopApp = {
    dataDir,
    process: child,
    out: line.out,
    get page() {
      if (page === undefined) throw new Error('The app shows no page.');
      return page;
    },
    window: () => line.call<WindowFacts | undefined>('window'),
    seen: line.seen,
    next: line.next,
    answerDialog: (answer) => line.call('answerDialog', answer),
    clickMenu: (...path) => line.call('clickMenu', ...path),
    clickNotification: (at) => line.call('clickNotification', at),
    emit: (name, ...args) => line.call('emit', name, ...args),
    call: line.call,
    async hostPid() {
      const [pid] = await line.call<number[]>('hostPids');
      if (pid === undefined) throw new Error('The app has no host.');
      return pid;
    },
    async killHost(signal = 'SIGKILL') {
      const pid = await app.hostPid();
      process.kill(pid, signal);
      if (signal === 'SIGKILL')
        await until(async () => !(await line.call<number[]>('hostPids')).includes(pid));
    },
    async quit() {
      await line.call('quit').catch(() => {});
      return line.ended;
    },
    ended: line.ended,
  };
  if (options.shows !== false) page = await pageOf(desktop, line);
  return app;
};

/** The page that the app said it opened, found in the shared Chromium. */
const pageOf = async ({ browser }: DesktopBrowser, line: Line): Promise<Page> => {
  const { origin } = new URL(await line.next<string>('page'));
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('Chromium has no window.');
  const isIts = (page: Page): boolean => page.url().startsWith(origin);
  for (;;) {
    const page = context.pages().find(isIts);
    if (page !== undefined) {
      await page.waitForLoadState('domcontentloaded');
      return page;
    }
    await Promise.race([line.failed, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
};

interface Line {
  readonly out: { stdout: string; stderr: string };
  readonly ended: Promise<number | null>;
  /** Rejects when the app has ended. */
  readonly failed: Promise<never>;
  call<T>(name: string, ...args: unknown[]): Promise<T>;
  seen<T>(event: string): T[];
  next<T>(event: string): Promise<T>;
}

/** Calls to the stand-in, and what it tells. */
const listen = (child: ChildProcess): Line => {
  const out = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      out[name] += text;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const failed = ended.then((code) => {
    throw new Error(`The app has ended with ${code}: ${out.stderr}`);
  });
  failed.catch(() => {});

  const answers = new Map<number, (message: { result?: unknown; error?: string }) => void>();
  const events = new Map<string, { all: unknown[]; read: number; wake: () => void }>();
  const of = (event: string) => {
    const found = events.get(event) ?? { all: [], read: 0, wake: () => {} };
    events.set(event, found);
    return found;
  };
  child.on('message', (message: FromStandIn) => {
    if ('id' in message) answers.get(message.id)?.(message);
    else {
      of(message.event).all.push(message.content);
      of(message.event).wake();
    }
  });

  let count = 0;
  return {
    out,
    ended,
    failed,
    async call<T>(name: string, ...args: unknown[]) {
      count += 1;
      const id = count;
      const answer = new Promise<{ result?: unknown; error?: string }>((resolve) => answers.set(id, resolve));
      if (child.connected) child.send({ id, name, args });
      const { result, error } = await Promise.race([answer, failed]);
      if (error !== undefined) throw new Error(error);
      return result as T;
    },
    seen: <T>(event: string) => [...of(event).all] as T[],
    async next<T>(event: string) {
      const kind = of(event);
      while (kind.read >= kind.all.length) {
        const more = new Promise<void>((resolve) => {
          kind.wake = resolve;
        });
        await Promise.race([more, failed]);
      }
      kind.read += 1;
      return kind.all[kind.read - 1] as T;
    },
  };
};
