import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '#test/support/cli-here.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

/** `carryover state`, with a host that runs on the folder. */

test('a sandbox is saved by name and as a file, restored from both, listed, removed and forked', async () => {
  const dataDir = temporaryFolder();
  const folder = temporaryFolder();
  const file = join(folder, 'shared.carryover-state');
  const passphraseFile = join(folder, 'passphrase');
  writeFileSync(passphraseFile, 'together\n');
  const host = await testHost({ dataDir });
  const names = async (): Promise<string[]> =>
    (await host.api('GET', '/companies')).body.results.map(({ name }: { name: string }) => name).sort();
  const state = async (...args: string[]) => {
    const ended = await runHere('state', ...args, '--data', dataDir);
    expect([args, ended.code, ended.stderr.replace(/.*is deleted\.\n/, '')]).toEqual([args, 0, '']);
    return ended.stdout;
  };
  await host.api('POST', '/companies', { name: 'Kept' });
  expect(await state('save', 'before cutover', '--note', 'one company')).toContain(
    'Saved before cutover: 1 company,',
  );
  expect((await runHere('state', 'save', 'before cutover', '--data', dataDir)).stderr).toContain('--replace');
  await state('save', file, '--passphrase-file', passphraseFile);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['passphrase', 'shared.carryover-state']);
  await host.api('POST', '/companies', { name: 'Gone' });
  const text = await state('load', 'before cutover', '--yes');
  expect(text).toContain('continues from state before cutover, at its address and with its API keys');
  expect(await names()).toEqual(['Kept']);
  await host.api('POST', '/companies', { name: 'Gone' });
  await state('load', file, '--yes');
  expect(await names()).toEqual(['Kept']);
  // Nothing of the file is left in the data folder.
  const list = JSON.parse(await state('list', '--json'));
  expect(list.results).toMatchObject([{ name: 'before cutover', note: 'one company', companies: 1 }]);
  expect(await state('list')).toContain('before cutover');

  const into = join(folder, 'fork');
  expect(await state('fork', 'before cutover', '--into', into)).toContain('carryover serve --data');
  expect(existsSync(join(into, 'service.db'))).toBe(true);
  const fork = await testHost({ dataDir: into });
  expect((await fork.api('GET', '/companies')).body.results).toMatchObject([{ name: 'Kept' }]);
  await fork.stop(0);
  const again = await runHere('state', 'fork', 'before cutover', '--into', into, '--data', dataDir);
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringContaining('is not empty. Nothing was created.'),
  ]);
  await state('remove', 'before cutover', '--yes');
  expect(JSON.parse(await state('list', '--json')).results).toEqual([]);
});

test('a file from another folder opens with its passphrase, and is refused in words without', async () => {
  const folder = temporaryFolder();
  const first = await testHost({ dataDir: temporaryFolder() });
  await first.api('POST', '/companies', { name: 'Elsewhere' });
  const file = join(folder, 'a.carryover-state');
  process.env.STATE_TEST_PASSPHRASE = 'together';
  const save = await runHere(
    'state',
    'save',
    file,
    '--passphrase-env',
    'STATE_TEST_PASSPHRASE',
    '--data',
    first.ready.dataDir,
  );
  expect([save.code, save.stderr]).toEqual([0, '']);
  await first.stop(0);
  const dataDir = temporaryFolder();
  const second = await testHost({ dataDir });
  const load = (...args: string[]) => runHere('state', 'load', file, '--yes', '--data', dataDir, ...args);
  const sealed = await load();
  expect([sealed.code, sealed.stderr]).toEqual([1, expect.stringContaining('no passphrase was given')]);
  expect(sealed.stderr).toContain('--without-secrets');
  process.env.STATE_TEST_PASSPHRASE = 'wrong';
  expect((await load('--passphrase-env', 'STATE_TEST_PASSPHRASE')).stderr).toContain(
    'The passphrase does not open',
  );
  expect((await second.api('GET', '/companies')).body.results).toEqual([]);
  const bare = await load('--without-secrets');
  expect([bare.code, bare.stdout]).toEqual([0, expect.stringContaining('Missing: 1 API keys')]);
  process.env.STATE_TEST_PASSPHRASE = 'together';
  expect((await load('--passphrase-env', 'STATE_TEST_PASSPHRASE', '--json')).code).toBe(0);
  delete process.env.STATE_TEST_PASSPHRASE;
  expect((await second.api('GET', '/companies')).body.results).toMatchObject([{ name: 'Elsewhere' }]);
  // A file that is no state changes nothing.
  writeFileSync(file, readFileSync(import.meta.filename));
  const foreign = await load();
  expect(foreign.stderr).toContain(`${file} `);
  expect(foreign.stderr).not.toMatch(/file-[0-9a-f]{16}/);
  expect([foreign.code, foreign.stderr]).toEqual([
    1,
    expect.stringContaining('is not a state that Carryover saved'),
  ]);
});
