import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ReadyLine } from '#contract/desk.ts';
import { freePorts } from './free-ports.ts';
import { hostEnvironment } from './test-store.ts';

const launcher = join(import.meta.dirname, '..', '..', 'electron', 'cli', 'launcher.cjs');

/** A real host in a process of its own, and callers for its two APIs. */
export interface HostProcess {
  readonly ready: ReadyLine;
  readonly process: ChildProcess;
  /** What it logged so far. */
  stderr(): string;
  api(method: string, path: string, body?: unknown): Promise<Response>;
  desk(method: string, path: string, body?: unknown): Promise<Response>;
  /** Ends it by a signal and resolves with its exit code (null for a signal that killed it). */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/**
 * Starts `carryover serve --json` on free ports.
 * @param descriptors how many files and sockets it may have open, if fewer than this process
 * @throws Error with its stderr if it does not get ready
 */
export const startHostProcess = async (
  options: readonly string[],
  descriptors?: number,
): Promise<HostProcess> => {
  const serve = [launcher, 'serve', ...freePorts, '--json', ...options];
  const [command, args] =
    descriptors === undefined
      ? [process.execPath, serve]
      : ['sh', ['-c', `ulimit -n ${descriptors} && exec "$0" "$@"`, process.execPath, ...serve]];
  const folder = options[options.indexOf('--data') + 1] ?? '';
  const env = { ...process.env, ...(await hostEnvironment(folder)) };
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  });
  const ready = await new Promise<ReadyLine>((resolve, reject) => {
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      if (stdout.includes('\n')) resolve(JSON.parse(stdout) as ReadyLine);
    });
    void exited.then((code) =>
      reject(new Error(`The host ended with ${code} before it was ready: ${stderr}`)),
    );
  });
  return {
    ready,
    process: child,
    stderr: () => stderr,
    ...callersOf(ready),
    end(signal) {
      child.kill(signal);
      return exited;
    },
  };
};

/** Callers for the two APIs of a host. */
export const callersOf = (ready: ReadyLine): Pick<HostProcess, 'api' | 'desk'> => ({
  api: caller(ready.apiUrl, `Basic ${btoa(ready.apiKey)}`),
  desk: caller(ready.deskUrl, `Bearer ${ready.deskToken}`),
});

const caller =
  (url: string, authorization: string) =>
  (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: {
        authorization,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

/** Waits for a condition by asking again, for as long as the test may run: less often, the longer it takes. */
export const until = async <T>(ask: () => Promise<T | undefined | false>, pauseMs = 20): Promise<T> => {
  for (let pause = pauseMs; ; pause = Math.min(pause * 1.2, 10 * pauseMs)) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer as T;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
};

/** 0 where nothing answers. */
export const statusAt = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  );
