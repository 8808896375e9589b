import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { App, utilityProcess as Electron } from 'electron';
import type { FromCommand, ToCommand } from '#contract/host-messages.ts';
import { serveChildren } from './child-processes.ts';

export interface CommandLineOptions {
  readonly app: Pick<App, 'whenReady' | 'exit' | 'dock' | 'setPath' | 'commandLine'>;
  readonly utilityProcess: typeof Electron;
  readonly process: Pick<NodeJS.Process, 'stdin' | 'on' | 'platform' | 'env'>;
  /** The built command line, made for a utility process. */
  readonly entry: string;
  /** The built file of the children that it may ask for. */
  readonly typesetter: string;
  readonly args: readonly string[];
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * The installed app with a subcommand is the command line: in a utility process, with this process's stdout and stderr,
 * its stdin passed on, its signals too, and the exit code handed back. No window.
 */
export const runCommandLine = async (options: CommandLineOptions): Promise<void> => {
  const { app, process: own, args } = options;
  // What Chromium keeps by itself is of no use to a command, and would be in the way of a window.
  const profile = mkdtempSync(join(tmpdir(), 'carryover-command-'));
  app.setPath('userData', profile);
  doWithoutDisplay(app, own);
  await app.whenReady();
  app.dock?.hide();
  const child = options.utilityProcess.fork(options.entry, [], {
    stdio: ['ignore', 'inherit', 'inherit'],
    execArgv: ['--max-semi-space-size=16'],
    serviceName: 'Carryover command',
  });
  serveChildren(child, options.utilityProcess, options.typesetter);
  const post = (message: ToCommand): void => child.postMessage(message);
  child.once('spawn', () => post({ type: 'start', args, stdinIsTerminal: own.stdin.isTTY === true }));
  let isRaw = false;
  const setRawMode = (on: boolean): void => {
    isRaw = on;
    own.stdin.setRawMode?.(on);
  };
  const passOnNext = inputTo(own.stdin, post);
  child.on('message', (message: FromCommand) => {
    if (message.type === 'raw-mode') setRawMode(message.on);
    else if (message.type === 'read-stdin') passOnNext();
  });
  for (const signal of signals) own.on(signal, () => post({ type: 'signal', signal }));
  child.once('exit', (code) => {
    // A command that was killed can't give the terminal back.
    if (isRaw) setRawMode(false);
    rmSync(profile, { recursive: true, force: true });
    app.exit(code);
  });
};

/** Chromium wants a display even if nothing is shown on it, and has chosen one before this code runs. */
const doWithoutDisplay = (
  { commandLine }: CommandLineOptions['app'],
  { platform, env }: CommandLineOptions['process'],
): void => {
  if (platform !== 'linux' || env.DISPLAY || env.WAYLAND_DISPLAY) return;
  commandLine.removeSwitch('ozone-platform');
  commandLine.appendSwitch('ozone-platform', 'headless');
  commandLine.appendSwitch('disable-gpu');
};

/**
 * Passes on one piece each time it is called. Not before the command reads: a command that does not must not keep a pipe
 * from ending.
 */
const inputTo = (stdin: NodeJS.ReadStream, post: (message: ToCommand) => void): (() => void) => {
  let isHeard = false;
  const listen = (): void => {
    isHeard = true;
    stdin.on('data', (bytes: Buffer) => {
      stdin.pause();
      post({ type: 'stdin', bytes });
    });
    stdin.once('end', () => post({ type: 'stdin-end' }));
  };
  return () => {
    if (!isHeard) listen();
    stdin.resume();
  };
};
