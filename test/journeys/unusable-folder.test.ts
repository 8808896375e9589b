import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { recoveryCode } from '#base/recovery-code.ts';
import { type Ended, runCli } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { freePorts } from '#test/support/free-ports.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** A folder or a disk that can't be used is told in words, by every command, and never with a stack. */

const serve = (dataDir: string): Promise<Ended> => runHere('serve', ...freePorts, '--data', dataDir);
const list = (dataDir: string): Promise<Ended> => runHere('case', 'list', '--data', dataDir);
/** A process of its own would say more if something was left behind in it that fails later. */
const listInProcess = (dataDir: string): Promise<Ended> => runCli('case', 'list', '--data', dataDir);

const expectWords = ({ code, stderr }: Ended, ...words: string[]): void => {
  expect(code).toBe(1);
  for (const word of words) expect(stderr).toContain(word);
  // The random part of a folder's name may look like a code of the system.
  const said = stderr.replaceAll(/carryover-test-\w{6}\b/g, 'folder');
  expect(said).not.toMatch(/\n\s+at |SqliteError|Carryover failed unexpectedly|\bE[A-Z]{4,}\b/);
  expect(stderr.trim().split('\n')).toHaveLength(1);
};

const mounted = (...options: string[]): string | undefined => {
  const folder = join(temporaryFolder(), 'disk');
  mkdirSync(folder);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', ...options, 'tmpfs', folder]).status !== 0) return undefined;
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder]);
  });
  return folder;
};

test('a read-only disk', async (context) => {
  const folder = mounted('size=1m,ro');
  if (folder === undefined) return context.skip('mounting is not permitted here');
  for (const run of [serve, list]) {
    expectWords(await run(folder), folder, 'the disk is read-only', 'Make the disk writable');
    expectWords(await run(join(folder, 'new', 'one')), folder, 'the disk is read-only', '--data');
  }
});

test('a disk that became read-only keeps what is on it from being taken for damaged, or for another host', async (context) => {
  const folder = mounted('size=64m');
  if (folder === undefined) return context.skip('mounting is not permitted here');
  expect((await list(folder)).code).toBe(0);
  writeFileSync(join(folder, 'host.json'), '{"pid":1}');
  spawnSync('mount', ['-o', 'remount,ro', folder]);
  const repair = (dataDir: string): Promise<Ended> => runHere('repair', '--yes', '--data', dataDir);
  for (const run of [serve, list, repair])
    expectWords(await run(folder), folder, 'the disk is read-only', 'Make the disk writable');
});

test('where no folder can be made', async (context) => {
  if (process.platform !== 'linux') return context.skip('there is no /proc');
  for (const run of [serve, list])
    expectWords(await run('/proc/carryover/data'), '/proc/carryover/data', "can't be used", '--data');
});

test('what mends a data folder makes none where its path was mistyped', async () => {
  const folder = join(temporaryFolder(), 'mistyped');
  const code = join(temporaryFolder(), 'code');
  writeFileSync(code, recoveryCode(Buffer.alloc(32, 7)));
  for (const command of [['repair'], ['recovery-code', 'use', '--code-file', code]])
    expectWords(await runHere(...command, '--data', folder), folder, 'There is no data folder of Carryover');
  expect(existsSync(folder)).toBe(false);
});

test('a full disk', async (context) => {
  const folder = mounted('size=128k');
  if (folder === undefined) return context.skip('mounting is not permitted here');
  for (const run of [serve, list, listInProcess])
    expectWords(await run(folder), folder, 'is full', 'Free disk space');
});

test('a disk without room for one more file', async (context) => {
  const folder = mounted('size=1m,nr_inodes=2');
  if (folder === undefined) return context.skip('mounting is not permitted here');
  for (const run of [serve, list]) expectWords(await run(folder), 'full');
});

test('a folder of somebody else', async (context) => {
  const folder = temporaryFolder();
  const asNobody = ['--reuid=65534', '--regid=65534', '--clear-groups'];
  const isPermitted = spawnSync('setpriv', [...asNobody, 'true']).status === 0;
  if (process.platform === 'win32' || !isPermitted)
    return context.skip('becoming another user is not permitted here');
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o755 });
  for (const name of ['a', 'b']) {
    if (name === 'b') {
      // The folder is theirs, and a file in it is not.
      chownSync(dataDir, 65_534, 65_534);
      writeFileSync(join(dataDir, 'host.lock'), '');
      chmodSync(join(dataDir, 'host.lock'), 0o600);
    }
    chmodSync(folder, 0o755);
    const launcher = join(packageRoot(), 'electron/cli/launcher.cjs');
    const command = [process.execPath, launcher, 'case', 'list', '--data', dataDir];
    const { status, stdout, stderr } = spawnSync('setpriv', [...asNobody, ...command], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: folder, NO_COLOR: '1' },
    });
    expectWords(
      { code: status, stdout, stderr },
      dataDir,
      'permission is denied',
      'Give your user permission',
    );
  }
});

test('too few open files', async (context) => {
  if (process.platform === 'win32') return context.skip('there is no such limit');
  const folder = temporaryFolder();
  const launcher = join(packageRoot(), 'electron/cli/launcher.cjs');
  const started: number[] = [];
  for (let limit = 22; limit < 64; limit += 12) {
    const command = `ulimit -n ${limit}; exec "$0" "$@"`;
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', command, process.execPath, launcher, 'case', 'list', '--data', folder],
      { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
    );
    started.push(status ?? -1);
    // What Node itself needs for a start is not ours to say.
    const said = stderr.split('\n').filter((line) => !line.startsWith('{'));
    if (status !== 0 && stderr.includes(folder))
      expect(said.join('\n')).not.toMatch(/\n\s+at |SqliteError|failed unexpectedly/);
  }
  expect(started).toContain(0);
});

test('a folder where a file should be, and a file where a folder should be', async () => {
  const folder = temporaryFolder();
  const names = [
    'host.lock',
    'service.db',
    'desk.db',
    'vault.db',
    'carryover.key',
    'host.json',
    'serve.json',
  ];
  for (const name of [...names, 'journal.head', 'identity.json', 'integrations.json']) {
    const dataDir = join(folder, name);
    mkdirSync(join(dataDir, name), { recursive: true });
    if (name !== 'carryover.key') writeFileSync(join(dataDir, 'carryover.key'), Buffer.alloc(32, 7));
    expectWords(await list(dataDir), join(dataDir, name), 'it is a folder');
  }
  const dataDir = join(folder, 'outbox');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'outbox'), '');
  expectWords(await list(dataDir), join(dataDir, 'outbox'), 'it is a file', 'Move it away');
  expectWords(await list(join(dataDir, 'outbox', 'below')), 'not a folder');
  rmSync(folder, { recursive: true, force: true });
});
