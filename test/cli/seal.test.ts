import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openAge } from '#base/age/open.ts';
import { ageIdentity, newSealingSecret, recipientFingerprint, sealingKeyOf } from '#base/age/recipient.ts';
import { groupedFingerprint } from '#contract/signature-states.ts';
import { runCli } from '#test/support/cli.ts';
import { pipeHere, runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

const key = sealingKeyOf(newSealingSecret());
const { recipient } = key;
const list = 'ref,accessToken\nacme,planted-token\n'.repeat(3000);
const hasAge = spawnSync('age', ['--version']).status === 0;

const folderWithList = () => {
  const folder = temporaryFolder();
  const file = join(folder, 'tokens.csv');
  writeFileSync(file, list);
  return { folder, file, out: `${file}.age` };
};

const opened = async (path: string): Promise<string> => {
  const parts: Buffer[] = [];
  const chunks = async function* (): AsyncGenerator<Buffer> {
    yield readFileSync(path);
  };
  for await (const part of (await openAge(chunks(), [key])).content) parts.push(part);
  return Buffer.concat(parts).toString();
};

test('a file is sealed for its recipient alone, and both digest and fingerprint are printed', async () => {
  const { folder, file, out } = folderWithList();
  // As a process of its own, as an integrator runs it: no host, no data folder.
  const ended = await runCli('seal', file, '--to', recipient);
  const sealed = readFileSync(out);
  expect([ended.code, ended.stdout]).toEqual([0, `${hash('sha256', sealed)}  ${out}\n`]);
  expect(ended.stderr).toContain(groupedFingerprint(recipientFingerprint(recipient)));
  expect(sealed.includes('planted-token')).toBe(false);
  expect(statSync(out).mode & 0o077).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['tokens.csv', 'tokens.csv.age']);
  expect(await opened(out)).toBe(list);
});

test('what is piped in is sealed without a copy, and JSON names the file', async () => {
  const out = join(temporaryFolder(), 'piped.age');
  const ended = await pipeHere(list, 'seal', '-', '--to', recipient, '--out', out, '--json');
  const sealed = readFileSync(out);
  expect(JSON.parse(ended.stdout)).toEqual({
    out,
    bytes: sealed.length,
    sha256: hash('sha256', sealed),
    recipient,
    fingerprint: recipientFingerprint(recipient),
  });
  expect(await opened(out)).toBe(list);
  const unnamed = await pipeHere(list, 'seal', '-', '--to', recipient);
  expect([unnamed.code, unnamed.stderr]).toEqual([2, expect.stringContaining('needs --out')]);
});

test('nothing is overwritten, and nothing half is left', async () => {
  const { folder, file, out } = folderWithList();
  writeFileSync(out, 'mine');
  const taken = await runHere('seal', file, '--to', recipient);
  expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('the file exists')]);
  expect(readFileSync(out, 'utf8')).toBe('mine');
  const missing = await runHere('seal', join(folder, 'none.csv'), '--to', recipient);
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining("can't be read")]);
  const asFolder = await runHere('seal', folder, '--to', recipient, '--out', join(folder, 'x.age'));
  expect([asFolder.code, asFolder.stderr]).toEqual([2, expect.stringContaining('it is a folder')]);
  writeFileSync(join(folder, 'empty'), '');
  expect((await runHere('seal', join(folder, 'empty'), '--to', recipient)).stderr).toContain('is empty');
  await runHere('seal', file, '--to', recipient, '--out', join(folder, 'once.age'));
  const twice = await runHere('seal', join(folder, 'once.age'), '--to', recipient);
  expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('is sealed already')]);
  expect(readdirSync(folder).sort()).toEqual(['empty', 'once.age', 'tokens.csv', 'tokens.csv.age']);
});

test.skipIf(process.getuid?.() === 0)('a folder that takes no file is said', async () => {
  const { folder, file } = folderWithList();
  const locked = join(folder, 'locked');
  mkdirSync(locked);
  chmodSync(locked, 0o500);
  const ended = await runHere('seal', file, '--to', recipient, '--out', join(locked, 'x.age'));
  expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining("can't be written")]);
});

test('what is no recipient is refused, and a secret key pasted by error is not repeated', async () => {
  const { file, out } = folderWithList();
  const secret = ageIdentity(key);
  for (const [to, said] of [
    [secret, 'a secret key'],
    [secret.toLowerCase(), 'a secret key'],
    [Buffer.alloc(32, 1).toString('base64'), 'a key for signatures'],
    [`${recipient.slice(0, -1)}${recipient.endsWith('x') ? 'q' : 'x'}`, 'mistyped'],
    ['tokens.csv', 'begins with age1'],
  ] as const) {
    const ended = await runHere('seal', file, '--to', to);
    expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining(said)]);
    expect(`${ended.stdout}${ended.stderr}`).not.toContain(to);
    expect(existsSync(out)).toBe(false);
  }
});

test('what is sealed is imported from a file and from a pipe, and a plain list is refused where it was to be sealed', async () => {
  const data = ['--data', temporaryFolder()];
  const folder = temporaryFolder();
  const host = await testHost({ dataDir: data[1] as string });
  const { recipient: own } = (await host.desk('GET', '/api/identity')).body.sealing;
  const file = join(folder, 'tokens.csv');
  const cells = 'acme,Acme,planted-Access-q7Xk2mX9vTb4LsR8,planted-Refresh-w1nVc7JxQ3gMb9Rf';
  writeFileSync(
    file,
    `ref,name,accessToken,refreshToken,tenantId\n${cells},70784a63-d24b-46a9-a4db-000000000001\n`,
  );
  await runHere('case', 'new', 'acme', '--integrator', 'Acme', '--moves', 'tokens', ...data);
  const take = ['tokens', 'import', 'acme', '--platform', 'gbol', ...data];
  const plain = await runHere(...take, '--file', file, '--sealed');
  expect([plain.code, plain.stderr]).toEqual([1, expect.stringContaining('is not sealed')]);
  const out = `${file}.age`;
  await runHere('seal', file, '--to', own, '--out', out);
  const sha256 = hash('sha256', readFileSync(out));
  const imported = await runHere(...take, '--file', out);
  expect([imported.code, imported.stderr]).toEqual([0, expect.stringContaining(sha256)]);
  const piped = await pipeHere(readFileSync(out), ...take, '--file', '-', '--json');
  expect(JSON.parse(piped.stdout)).toMatchObject({ ready: 1, sealed: { recipient: own, digest: sha256 } });
});

test.skipIf(!hasAge)('the standard age tool opens what is sealed here', async () => {
  const { folder, file, out } = folderWithList();
  await runHere('seal', file, '--to', recipient);
  const identity = join(folder, 'identity.txt');
  writeFileSync(identity, ageIdentity(key), { mode: 0o600 });
  expect(spawnSync('age', ['-d', '-i', identity, out]).stdout.toString()).toBe(list);
  const theirs = join(folder, 'theirs.age');
  spawnSync('age', ['-a', '-r', recipient, '-o', theirs, file]);
  expect(await opened(theirs)).toBe(list);
});
