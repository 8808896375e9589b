import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { tableSizes } from '#base/store/sqlite/table-sizes.ts';
import type { Storage } from '#contract/storage.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';

test('the databases of the data folder are measured by table while they are in use', async () => {
  const host = await testHost();
  const { dataDir } = (await host.desk('GET', '/api/about')).body;
  for (let n = 0; n < 40; n++) {
    const description = 'x'.repeat(1500);
    expect((await host.api('POST', '/companies', { name: `Company ${n}`, description })).status).toBe(200);
  }
  const measured = async (): Promise<Storage> => (await host.desk('GET', '/api/storage')).body;
  const [one, other] = await Promise.all([measured(), measured()]);
  expect(one).toEqual(other);
  expect(one.databases.map(({ file }) => file)).toEqual(['service.db', 'desk.db', 'vault.db']);
  for (const { bytes, logBytes, unusedBytes = 0, tables = [], problem } of one.databases) {
    expect(problem).toBeUndefined();
    const sizes = tables.map((table) => table.bytes);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    const total = sizes.reduce((sum, size) => sum + size, unusedBytes);
    // What is committed may stand in the log alone.
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThanOrEqual(bytes + logBytes);
  }
  const [service] = one.databases;
  const companies = service?.tables?.find(({ name }) => name === 'companies');
  expect(companies?.bytes).toBeGreaterThan(40 * 1500);

  writeFileSync(join(dataDir, 'vault.db'), Buffer.alloc(100_000, 1));
  const [, desk, vault] = (await measured()).databases;
  expect(desk?.problem).toBeUndefined();
  expect(vault).toMatchObject({ bytes: 100_000, problem: expect.stringContaining('damaged') });
  expect(vault).not.toHaveProperty('tables');
});

test('a table counts with its indexes, and all pages of the file are counted', () => {
  const path = join(temporaryFolder(), 'some.db');
  const database = new Database(path);
  database.exec('create table a (x text); create index a_by_x on a (x); create table b (x text)');
  const insert = database.prepare('insert into a (x) values (?)');
  for (let n = 0; n < 500; n++) insert.run(`${n} ${'y'.repeat(500)}`);
  const full = tableSizes({ path });
  expect(full.tables.map(({ name }) => name)).toEqual(['a', 'b', 'sqlite_schema']);
  expect(full.unusedBytes).toBe(0);
  expect(full.tables[0]?.bytes).toBeGreaterThan(2 * 500 * 500);
  database.exec('delete from a');
  const { unusedBytes, tables } = tableSizes({ path });
  expect(unusedBytes).toBeGreaterThan(2 * 500 * 500);
  const pages = database.pragma('page_count', { simple: true }) as number;
  expect(tables.reduce((sum, { bytes }) => sum + bytes, unusedBytes)).toBe(pages * 4096);
  database.close();
});
