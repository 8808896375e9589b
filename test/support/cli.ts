import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { ReadyLine } from '#contract/desk.ts';
import { freePorts } from '#test/support/free-ports.ts';

const launcher = join(packageRoot(), 'electron/cli/launcher.cjs');

/** A run of the built command line; killed when the test ends, if it has not ended by itself. */
export interface Run {
  readonly process: ChildProcessByStdio<Writable | null, Readable, Readable>;
  /** What was written so far. */
  readonly out: { stdout: string; stderr: string };
  readonly ended: Promise<Ended>;
  /** Resolves when the text is on stdout or stderr; rejects if the process ends first. */
  saw(text: string | RegExp): Promise<void>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a command, such as `startCli('serve', '--json')`. */
export const startCli = (...args: string[]): Run => startNode(launcher, ...args);

export const startNode = (...args: string[]): Run => start(args);

/** Starts a command in an environment that differs by these; undefined takes a variable away. */
export const startCliIn = (env: NodeJS.ProcessEnv, ...args: string[]): Run =>
  start([launcher, ...args], { env });

/** The same for a script of Node's. */
export const startNodeIn = (env: NodeJS.ProcessEnv, ...args: string[]): Run => start(args, { env });

/** `input`: what is piped in; nothing, at its end, if left out. */
interface StartOptions {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
}

const start = (args: readonly string[], { input, env: given = {} }: StartOptions = {}): Run => {
  const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1', ...given };
  // As started by hand, not by the npm that runs the tests.
  delete env.npm_lifecycle_event;
  const stdin = input === undefined ? 'ignore' : 'pipe';
  const options = { env, stdio: [stdin, 'pipe', 'pipe'] as [typeof stdin, 'pipe', 'pipe'] };
  const child = spawn(process.execPath, args, options) as Run['process'];
  // A command that refuses its arguments ends before it has read all of its input.
  child.stdin?.on('error', () => {}).end(input);
  const out = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      out[name] += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code, ...out }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const saw = (text: string | RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const all = `${out.stdout}\n${out.stderr}`;
        if (typeof text === 'string' ? all.includes(text) : text.test(all)) resolve();
      };
      listeners.add(look);
      ended.then(() => reject(new Error(`It ended before ${text} came: ${JSON.stringify(out)}`)));
      look();
    });
  return { process: child, out, ended, saw };
};

/** Runs a command to its end. */
export const runCli = (...args: string[]): Promise<Ended> => startCli(...args).ended;

/** The same, with something piped in. */
export const pipeCli = (input: string, ...args: string[]): Promise<Ended> =>
  start([launcher, ...args], { input }).ended;

/** A host in a process of its own, on free ports. */
export const serve = (...args: string[]): Promise<Run & { ready: ReadyLine }> => serveIn({}, ...args);

/** The same in an environment that differs by these. */
export const serveIn = async (
  env: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<Run & { ready: ReadyLine }> => {
  const run = startCliIn(env, 'serve', '--json', ...freePorts, ...args);
  await run.saw(/^\{"event":"ready".*\}\n/m);
  return { ...run, ready: JSON.parse(run.out.stdout) as ReadyLine };
};
