import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { packageRoot } from '#base/package-root.ts';
import type { ReadyLine } from '#contract/desk.ts';
import { freePorts } from '#test/support/free-ports.ts';

// biome-ignore lint/suspicious/noExplicitAny: what is filled and read is looked into as clients do
export type Json = any;
/** One call of an API, expected to succeed; answers the body, parsed where it is JSON. */
export type Call = (method: string, path: string, body?: unknown) => Promise<Json>;

export interface RunningHost {
  readonly ready: Omit<ReadyLine, 'event'>;
  readonly desk: Call;
  readonly api: Call;
  /** Ends it as a person does, so that its databases are whole without their logs. */
  stop(): Promise<void>;
}

/** Who acts in what is filled: no name of the machine it is made on. */
const actor = 'Fixture Maker';

export const callOf =
  (baseUrl: string, authorization: string): Call =>
  async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization,
        'x-carryover-actor': encodeURIComponent(actor),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 1000)}`);
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return isJson && text !== '' ? JSON.parse(text) : text;
  };

/** Runs `carryover serve` on the folder, on free ports and a virtual clock. @throws Error if it does not get ready */
export const serveFolder = async (dataDir: string): Promise<RunningHost> => {
  const launcher = join(packageRoot(), 'electron/cli/launcher.cjs');
  const child = spawn(
    process.execPath,
    [launcher, 'serve', '--json', ...freePorts, '--clock', 'virtual', '--data', dataDir],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ready = await readyOf(child);
  return {
    ready,
    desk: callOf(ready.deskUrl, `Bearer ${ready.deskToken}`),
    api: callOf(ready.apiUrl, `Basic ${btoa(ready.apiKey)}`),
    async stop() {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
};

const readyOf = async ({ stdout }: ChildProcess): Promise<ReadyLine> => {
  let text = '';
  for await (const chunk of stdout as AsyncIterable<Buffer>) {
    text += chunk.toString();
    if (text.includes('\n')) return JSON.parse(text) as ReadyLine;
  }
  throw new Error('The host ended before it was ready.');
};
