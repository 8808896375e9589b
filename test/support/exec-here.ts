import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { packageRoot } from '#base/package-root.ts';

const carryover = join(packageRoot(), 'out', 'kit', 'cli.js');

export interface ExecEnded {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs `carryover exec` as it is built.
 * @param during what happens while it runs, once it has written something
 */
export const execHere = async (
  args: readonly string[],
  during?: (child: ChildProcess) => void,
): Promise<ExecEnded> => {
  const child = spawn(process.execPath, [carryover, 'exec', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  if (during !== undefined) child.stdout.once('data', () => during(child));
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await once(child, 'exit');
  const [stdout, stderr] = await output;
  return { code, signal, stdout, stderr };
};

/** A script of Node's, as the command. */
export const scriptOf = (code: string): string[] => [
  '--',
  process.execPath,
  '--input-type=module',
  '-e',
  `const { CARRYOVER_API_URL: api, CARRYOVER_API_KEY: key, CARRYOVER_CONTROL_URL: control, CARRYOVER_CONTROL_TOKEN: token } = process.env;
   const call = (path, base = api, init = {}) => fetch(base + path, { ...init, headers: { authorization: 'Basic ' + btoa(key), 'user-agent': 'acme-sync/2', ...init.headers } });
   const steer = (method, path, body) => fetch(control + path, { method, headers: { authorization: 'Bearer ' + token, ...(body && { 'content-type': 'application/json' }) }, body: body && JSON.stringify(body) });
   ${code}`,
];
