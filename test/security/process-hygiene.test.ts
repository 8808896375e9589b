import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import type { ReadyLine } from '#contract/desk.ts';
import { runHere } from '#test/support/cli-here.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { startHostProcess, until } from '#test/support/host-process.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** What a process leaves to others on the machine: files, and its memory when it crashes. */

const launcher = join(packageRoot(), 'electron/cli/launcher.cjs');

/** Everything below the folder that somebody but its owner may read, write or enter. */
const openToOthers = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => (statSync(join(folder, path)).mode & 0o077) !== 0,
  );

const shell = (script: string, ...args: string[]) => {
  const child = spawn('sh', ['-c', script, process.execPath, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  const out = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    out.stderr += text;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  onTestFinished(async () => {
    if (child.exitCode === null) child.kill('SIGKILL');
    await ended;
  });
  return { child, out, ended };
};

test('what a host writes is for its owner alone, whatever the umask of who started it', async () => {
  const parent = temporaryFolder();
  const dataDir = join(parent, 'data');
  const { child, out, ended } = shell(
    'umask 0; exec "$0" "$@"',
    ...[launcher, 'serve', '--json', ...freePorts, '--data', dataDir],
  );
  const ready = await until(async () => out.stdout.includes('\n') && (JSON.parse(out.stdout) as ReadyLine));
  const desk = (method: string, path: string, body?: unknown): Promise<Response> =>
    fetch(ready.deskUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${ready.deskToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  expect((await desk('POST', '/api/sample')).status).toBe(200);
  expect((await desk('POST', '/api/backups')).status).toBeLessThan(300);
  expect(openToOthers(parent)).toEqual([]);
  expect(readdirSync(dataDir)).toEqual(
    expect.arrayContaining(['desk.db', 'service.db', 'vault.db', 'carryover.key', 'host.json', 'sample']),
  );
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(openToOthers(parent)).toEqual([]);
});

test('so is what a command writes beside it', async () => {
  const dataDir = temporaryFolder();
  await runHere('case', 'new', 'acme', '--data', dataDir);
  const folder = temporaryFolder();
  const file = join(folder, 'acme.carryover');
  const { ended, out } = shell(
    'umask 0; exec "$0" "$@"',
    ...[launcher, 'case', 'export', 'acme', '--out', file, '--data', dataDir],
  );
  expect([await ended, out.stderr]).toEqual([0, expect.not.stringContaining('failed')]);
  expect(readdirSync(folder)).toEqual(['acme.carryover']);
  expect(openToOthers(folder)).toEqual([]);
});

const onLinux = process.platform === 'linux';

test.runIf(onLinux)('a core dump of a host, its threads included, holds none of its memory', async () => {
  const host = await startHostProcess(['--data', temporaryFolder()]);
  // Threads share the memory, and so what the process says of it.
  const filter = readFileSync(`/proc/${host.ready.pid}/coredump_filter`, 'utf8');
  expect(filter.trim()).toBe('00000000');
});

test.runIf(onLinux)(
  'where a process can only be limited from outside, the launcher starts it once more',
  async () => {
    const pretend = "data:text/javascript,Object.defineProperty(process,'platform',{value:'darwin'})";
    const look = 'process.stdout.write(require("node:fs").readFileSync("/proc/self/limits", "utf8"))';
    const script = `require(${JSON.stringify(join(packageRoot(), 'electron/cli/no-core-dumps.cjs'))}).forbidCoreDumps();${look}`;
    const file = join(temporaryFolder(), 'limits.cjs');
    writeFileSync(file, script);
    for (const limit of ['1024', '0']) {
      const { out, ended } = shell(`ulimit -S -c ${limit}; exec "$0" "$@"`, '--import', pretend, file);
      expect([await ended, out.stderr]).toEqual([0, '']);
      expect(out.stdout).toMatch(/Max core file size\s+0\s/);
    }
  },
);

test('the help of serve says what a crash leaves, platform by platform', async () => {
  const { stdout } = await runHere('serve', '--help');
  for (const platform of ['Linux', 'macOS', 'Windows']) expect(stdout).toContain(platform);
  expect(stdout).toContain('Core dumps');
});
