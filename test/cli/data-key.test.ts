import { hash, randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataKeyFingerprint } from '#base/data-key-id.ts';
import { silentLog } from '#base/log.ts';
import { startHost } from '#host/index.ts';
import { runCli, serve } from '#test/support/cli.ts';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { hostOptions } from '#test/support/test-host.ts';

const model = mkdtempSync(join(tmpdir(), 'carryover-model-'));
afterAll(() => rmSync(model, { recursive: true, force: true }));
beforeAll(async () => {
  const host = await startHost({
    dataDir: model,
    apiPort: 0,
    deskPort: 0,
    bind: '127.0.0.1',
    allowHosts: [],
    log: silentLog(),
  });
  const call = (path: string, body: unknown) =>
    fetch(host.ready.deskUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${host.ready.deskToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await call('/api/targets', {
    name: 'far',
    baseUrl: 'https://api.example.com',
    apiKey: 'some-key-0123456789',
  });
  await call('/api/cases', { name: 'acme' });
  await host.stop(0);
});

const folderOf = (): { data: string; keyFile: string; right: Buffer } => {
  const data = temporaryFolder();
  cpSync(model, data, { recursive: true });
  const keyFile = join(data, 'carryover.key');
  return { data, keyFile, right: readFileSync(keyFile) };
};

/** Every file but the lock, by its content. */
const contents = (data: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(data, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'host.lock')
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, hash('sha256', readFileSync(path))]),
  );

const grouped = (key: Buffer): string => dataKeyFingerprint(key).match(/.{4}/g)?.join(' ') ?? '';

test('a wrong key file: each command says so once, in one message, and changes nothing', async () => {
  const { data, keyFile, right } = folderOf();
  const wrong = randomBytes(32);
  writeFileSync(keyFile, wrong);
  const before = contents(data);
  const commands = [
    ['serve', '--api-port', '0', '--desk-port', '0'],
    ['serve', '--json', '--api-port', '0', '--desk-port', '0'],
    ['case', 'list'],
    ['keys'],
  ];
  for (const command of commands) {
    // As a process once.
    const run = command.length === 5 ? runCli : runHere;
    const { code, stdout, stderr } = await run(...command, '--data', data);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(`The key file ${keyFile} is not the one of this data folder`);
    for (const key of [right, wrong]) expect(stderr).toContain(grouped(key));
    expect(stderr).toMatch(/Put the right key file back.*carryover serve --new-key/);
    expect(stderr).not.toMatch(/sealed|\n\s+at /);
  }
  expect(contents(data)).toEqual(before);

  // The first way on.
  writeFileSync(keyFile, right);
  expect((await runHere('case', 'list', '--data', data)).stdout).toContain('acme');
});

test('a wrong key file moved away, and --new-key: the cases are kept, and the former key stays known', async () => {
  const { data, keyFile } = folderOf();
  const { publicKey } = JSON.parse(readFileSync(join(data, 'identity.json'), 'utf8'));
  writeFileSync(keyFile, randomBytes(32));
  const ports = ['--api-port', '0', '--desk-port', '0'];
  const refused = await runHere('serve', '--new-key', ...ports, '--data', data);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('move it away first')]);
  renameSync(keyFile, `${keyFile}.wrong`);
  const run = await serve('--new-key', '--data', data);
  run.process.kill('SIGTERM');
  expect((await run.ended).code).toBe(0);
  expect((await runHere('case', 'list', '--data', data)).stdout).toContain('acme');
  const shown = await runHere('identity', '--json', '--data', data);
  const { signing, former } = JSON.parse(shown.stdout);
  expect(signing.publicKey).not.toBe(publicKey);
  expect(former).toMatchObject([{ publicKey, how: 'lost' }]);
});

test('a key file of another length, and one that is missing: the wanted fingerprint, and the two ways on', async () => {
  const { data, keyFile, right } = folderOf();
  for (const content of [randomBytes(31), Buffer.alloc(0), Buffer.from(`${right.toString('base64')}\n`)]) {
    writeFileSync(keyFile, content);
    const before = contents(data);
    const { code, stderr } = await runHere('case', 'list', '--data', data);
    expect(code).toBe(1);
    expect(stderr).toContain(`should hold 32 bytes and holds ${content.byteLength}`);
    expect(stderr).toContain(grouped(right));
    expect(stderr).toMatch(/Put the right key file back.*carryover serve --new-key/);
    expect(contents(data)).toEqual(before);
  }
  rmSync(keyFile);
  const { code, stderr } = await runHere('case', 'list', '--data', data);
  expect([code, existsSync(keyFile)]).toEqual([1, false]);
  expect(stderr).toContain(grouped(right));
  expect(stderr).toMatch(/is missing.*Restore it from a copy.*--new-key/);
});

/** What a folder of an earlier version has: no identity, and no journal. */
const makeOlder = (data: string): void => {
  rmSync(join(data, 'identity.json'));
  const desk = new Database(join(data, 'desk.db'));
  desk.exec('delete from desk_journal');
  desk.close();
};

test('a folder from before the fingerprint was noted: told by whatever was sealed, and noted then', async () => {
  for (const kept of [['desk.db'], ['service.db'], ['desk.db', 'service.db', 'vault.db']]) {
    const { data, keyFile, right } = folderOf();
    makeOlder(data);
    for (const name of ['desk.db', 'service.db', 'vault.db']) {
      if (!kept.includes(name))
        for (const end of ['', '-wal', '-shm']) rmSync(join(data, name + end), { force: true });
    }
    writeFileSync(keyFile, randomBytes(32));
    const before = contents(data);
    const { code, stderr } = await runHere('case', 'list', '--data', data);
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not the one of this data folder')]);
    expect(stderr).toContain('an earlier version of Carryover used it last');
    expect(contents(data)).toEqual(before);
    writeFileSync(keyFile, right);
    expect((await runHere('case', 'list', '--data', data)).code).toBe(0);
    const { dataKey } = JSON.parse(readFileSync(join(data, 'identity.json'), 'utf8'));
    expect(dataKey).toBe(dataKeyFingerprint(right));
  }
});

test('only targets that were sealed tell the key, too', async () => {
  const { data, keyFile } = folderOf();
  makeOlder(data);
  const desk = new Database(join(data, 'desk.db'));
  desk.exec('delete from case_heads');
  desk.close();
  for (const end of ['', '-wal', '-shm']) rmSync(join(data, `service.db${end}`), { force: true });
  writeFileSync(keyFile, randomBytes(32));
  expect((await runHere('case', 'list', '--data', data)).stderr).toContain(
    'is not the one of this data folder',
  );
});

test('a missing identity.json is said; put back, all is as before; lost, --new-key makes only that anew', async () => {
  const { data, keyFile, right } = folderOf();
  const identity = join(data, 'identity.json');
  const content = readFileSync(identity, 'utf8');
  rmSync(identity);
  const before = contents(data);
  const { code, stderr } = await runHere('case', 'list', '--data', data);
  expect([code, stderr]).toEqual([1, expect.stringMatching(/identity\.json is missing.*--new-key/)]);
  expect(contents(data)).toEqual(before);
  writeFileSync(identity, content);
  expect((await runHere('case', 'list', '--data', data)).code).toBe(0);

  rmSync(identity);
  const run = await serve('--new-key', '--data', data);
  run.process.kill('SIGTERM');
  expect((await run.ended).code).toBe(0);
  expect(readFileSync(keyFile).equals(right)).toBe(true);
  const { former } = JSON.parse((await runHere('identity', '--json', '--data', data)).stdout);
  expect(former).toMatchObject([{ publicKey: JSON.parse(content).publicKey, how: 'lost' }]);
  // The secrets are kept with the data key.
  const targets = await runHere('targets', '--json', '--data', data);
  expect(targets.stdout).not.toContain('"lost"');
  expect(readdirSync(data).filter((name) => name.startsWith('service.db.'))).toEqual([]);
});

test('a key out of the keychain that is another one is refused in the same words', async () => {
  const { data, keyFile, right } = folderOf();
  renameSync(keyFile, join(temporaryFolder(), 'key'));
  writeFileSync(join(data, 'carryover.key.wrapped'), 'wrapped');
  const before = contents(data);
  const refused = startHost(hostOptions({ dataDir: data, dataKey: randomBytes(32) }));
  await expect(refused).rejects.toThrow(/keychain opened, is not the one of this data folder.*--new-key/);
  await expect(refused).rejects.toThrow(grouped(right));
  expect(contents(data)).toEqual(before);
  await (await startHost(hostOptions({ dataDir: data, dataKey: right }))).stop(0);
});
