import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { builtProcess } from './built-process.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The service in a process of its own, on a store that a server keeps. */
export interface ServiceProcess {
  readonly pid: number;
  readonly apiUrl: string;
  readonly apiKey: string;
  call(method: string, path: string, body?: unknown): Promise<Response>;
  /** As `call`. @throws Error with the answer, unless it succeeded */
  // biome-ignore lint/suspicious/noExplicitAny: tests look at answers of every shape
  api(method: string, path: string, body?: unknown): Promise<any>;
  /** What it logged so far. */
  log(): string;
  /** Ends it, and resolves once it has. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export const dataKeyOfTests = Buffer.alloc(32, 7);

/** @param more migrations that it has besides, as a later build does */
export const startServiceProcess = async (
  place: ServerPlace,
  more: Readonly<Record<string, readonly string[]>> = {},
): Promise<ServiceProcess> => {
  const given = { place, dataDir: temporaryFolder(), dataKey: dataKeyOfTests.toString('hex'), more };
  const child = fork(await builtProcess('test/support/service-child.ts'), [JSON.stringify(given)], {
    execArgv: ['--max-semi-space-size=16'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    if (isRunning(child)) child.kill('SIGKILL');
    await exited;
  });
  const ended = exited.then(() => Promise.reject(new Error(`The service ended before it was ready: ${log}`)));
  ended.catch(() => {});
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [
    { apiUrl: string; apiKey: string },
  ];
  const call = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(ready.apiUrl + path, {
      method,
      headers: {
        authorization: `Basic ${btoa(ready.apiKey)}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    ...ready,
    pid: child.pid as number,
    call,
    log: () => log,
    async api(method, path, body) {
      const response = await call(method, path, body);
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    async end(signal) {
      if (isRunning(child)) child.kill(signal);
      await exited;
    },
  };
};

const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode === null && signalCode === null;
