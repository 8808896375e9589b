import { EventEmitter } from 'node:events';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App } from 'electron';
import type { StandInConfig } from './config.ts';
import { allow, tell } from './control.ts';
import { anEvent, faithful } from './faithful.ts';
import { lockInstance } from './instance-lock.ts';

/** A window, as far as quitting is concerned. */
export interface ClosableWindow {
  close(): void;
}

export interface AppCore {
  readonly app: App;
  readonly emitter: EventEmitter;
  /** Throws, by name, for what Electron has only once it is ready. */
  mustBeReady(what: string): void;
  mustNotBeReady(what: string): void;
  windowOpened(window: ClosableWindow): void;
  windowClosed(window: ClosableWindow): void;
  windowStayed(): void;
}

/** The app's life: ready, second instances, files and links, quitting in Electron's order. */
export const createApp = (config: StandInConfig): AppCore => {
  const emitter = new EventEmitter();
  const windows = new Set<ClosableWindow>();
  const paths = new Map([
    ['userData', join(tmpdir(), 'carryover-stand-in')],
    ['downloads', join(homedir(), 'Downloads')],
  ]);
  let ready = false;
  let quitting = false;

  // Not before the main module has run to its end, as in Electron.
  const whenReady = new Promise<void>((resolve) => {
    setImmediate(() => {
      ready = true;
      emitter.emit('ready', anEvent(), {});
      resolve();
    });
  });

  const exit = (code = 0): never => {
    emitter.emit('quit', anEvent(), code);
    process.exit(code);
  };
  const finish = (): void => {
    const event = anEvent();
    emitter.emit('will-quit', event);
    if (event.defaultPrevented) quitting = false;
    else exit(0);
  };
  const quit = (): void => {
    const event = anEvent();
    emitter.emit('before-quit', event);
    if (event.defaultPrevented) return;
    quitting = true;
    if (windows.size === 0) finish();
    else for (const window of [...windows]) window.close();
  };

  const part = faithful<App>('app', {
    on: emitter.on.bind(emitter),
    once: emitter.once.bind(emitter),
    off: emitter.off.bind(emitter),
    isPackaged: false,
    getAppPath: () => config.appPath,
    getPath(name) {
      const path = paths.get(name);
      if (path === undefined) throw new Error(`The stand-in for Electron has no path ${name}.`);
      return path;
    },
    setPath: (name, path) => void paths.set(name, path),
    setName: () => {},
    setAppUserModelId: () => {},
    setAboutPanelOptions: () => {},
    enableSandbox: () => core.mustNotBeReady('app.enableSandbox'),
    isReady: () => ready,
    whenReady: () => whenReady,
    requestSingleInstanceLock: (handed) =>
      // The command line comes in no order that could be relied on, and with more than was typed.
      lockInstance(paths.get('userData') as string, handed, (argv, folder, data) =>
        emitter.emit(
          'second-instance',
          anEvent(),
          [argv[0] ?? '', ...argv.slice(1).reverse(), '--original-process-start-time=1'],
          folder,
          data,
        ),
      ),
    commandLine: faithful<App['commandLine']>('app.commandLine', {
      appendSwitch: () => core.mustNotBeReady('app.commandLine.appendSwitch'),
      removeSwitch: () => core.mustNotBeReady('app.commandLine.removeSwitch'),
    }),
    // There is one on macOS only.
    ...({ dock: undefined } as object),
    quit,
    exit,
  });

  allow('emit', (name: string, ...args: unknown[]) => {
    emitter.emit(name, anEvent(), ...args);
  });
  allow('quit', quit);
  process.on('exit', (code) => tell('exit', code));

  const core: AppCore = {
    app: part,
    emitter,
    mustBeReady(what) {
      if (!ready) throw new Error(`${what} can't be used before the app is ready.`);
    },
    mustNotBeReady(what) {
      if (ready) throw new Error(`${what} must be called before the app is ready.`);
    },
    windowOpened: (window) => void windows.add(window),
    windowClosed(window) {
      windows.delete(window);
      if (windows.size > 0) return;
      if (quitting) finish();
      else if (!emitter.emit('window-all-closed')) quit();
    },
    windowStayed() {
      quitting = false;
    },
  };
  return core;
};
