import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { type Call, testHost } from '#test/support/test-host.ts';
import { problemsOf } from '#test/support/verify-desk.ts';

/** Write-ahead logs of the databases that somebody removed: what they held is gone, and that is not hidden. */

const open = (desk: Call, name: string) => desk('POST', '/api/cases', { name });
const namesOf = async (desk: Call): Promise<string[]> =>
  (await desk('GET', '/api/cases')).body.results.map(({ name }: { name: string }) => name);
const companies = async (api: Call): Promise<string[]> =>
  (await api('GET', '/companies')).body.results.map(({ name }: { name: string }) => name);
const databases = ['desk.db', 'service.db', 'vault.db'];

/** A host on a folder whose databases hold one of each, and their logs another. */
const withLogs = async () => {
  const dataDir = temporaryFolder();
  const before = await testHost({ dataDir });
  await open(before.desk, 'first');
  await before.api('POST', '/companies', { name: 'First' });
  await before.stop(0);
  const host = await testHost({ dataDir });
  await open(host.desk, 'second');
  await host.api('POST', '/companies', { name: 'Second' });
  for (const name of ['desk.db', 'service.db']) expect(existsSync(join(dataDir, `${name}-wal`))).toBe(true);
  return { dataDir, host };
};

const removeLogs = (dataDir: string): void => {
  for (const name of databases)
    for (const end of ['-wal', '-shm']) rmSync(join(dataDir, name + end), { force: true });
};

test('the logs of a host that was killed are missing: the rest is whole, and the desk says that entries are', async () => {
  const { dataDir } = await withLogs();
  const killed = temporaryFolder();
  cpSync(dataDir, killed, { recursive: true });
  removeLogs(killed);
  const { desk, api } = await testHost({ dataDir: killed });
  expect([await namesOf(desk), await companies(api)]).toEqual([['first'], ['First']]);
  const lacks = expect.stringMatching(/not the last one written: its journal lacks entry \d+/);
  expect((await desk('GET', '/api/verification')).body.notices).toEqual([lacks]);
  expect(await problemsOf(desk)).toEqual([lacks]);
  // Work continues.
  expect((await open(desk, 'third')).status).toBe(200);
  expect((await api('POST', '/companies', { name: 'Third' })).status).toBe(200);
});

test('logs that are removed while the host runs take nothing with them when it stops', async () => {
  const { dataDir, host } = await withLogs();
  removeLogs(dataDir);
  await open(host.desk, 'third');
  expect((await host.api('POST', '/companies', { name: 'Third' })).status).toBe(200);
  await host.stop(0);
  const { desk, api } = await testHost({ dataDir });
  expect((await namesOf(desk)).toSorted()).toEqual(['first', 'second', 'third']);
  expect((await companies(api)).toSorted()).toEqual(['First', 'Second', 'Third']);
  expect(await problemsOf(desk)).toEqual([]);
});
