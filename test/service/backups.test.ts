import { readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { silentLog } from '#base/log.ts';
import { packageRoot } from '#base/package-root.ts';
import { makeSpace } from '#base/store/sqlite/backups/space.ts';
import { CatalogueError } from '#contract/errors.ts';
import { createServiceBackups } from '#service/backups.ts';
import { createService } from '#service/index.ts';
import { unpackFolder } from '#test/support/data-folders/packed.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { testHost } from '#test/support/test-host.ts';
import { startTestService } from '#test/support/test-service.ts';

const filesOf = (dataDir: string): string[] =>
  readdirSync(join(dataDir, 'backups')).filter((name) => name.startsWith('service-'));
const opened = <T>(path: string, read: (sqlite: Database.Database) => T): T => {
  const sqlite = new Database(path, { fileMustExist: true });
  try {
    return read(sqlite);
  } finally {
    sqlite.close();
  }
};

test('a backup is one state of the database, made while companies are written', async () => {
  const dataDir = temporaryFolder();
  const backups = createServiceBackups(dataDir, silentLog());
  const { stop, make } = backups;
  const service = await startTestService({ dataDir, backups });
  let written = 0;
  let writing = true;
  const writer = (async () => {
    while (writing) {
      await service.api('POST', '/companies', { name: `company ${written}` });
      written += 1;
    }
  })();
  const counts: number[] = [];
  for (let n = 0; n < 3; n++) {
    const before = written;
    const path = await make('asked');
    const after = written + 1;
    opened(path, (sqlite) => {
      expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok');
      const count = sqlite.prepare('select count(*) from companies').pluck().get() as number;
      expect(count).toBeGreaterThanOrEqual(before);
      expect(count).toBeLessThanOrEqual(after);
      counts.push(count);
    });
  }
  writing = false;
  await writer;
  await stop();
  expect(written).toBeGreaterThan(0);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
});

test('the thread that answers does not wait for a copy', async () => {
  const dataDir = temporaryFolder();
  const service = await startTestService({ dataDir });
  opened(join(dataDir, 'service.db'), (sqlite) => {
    sqlite.exec('create table ballast (bytes blob)');
    const insert = sqlite.prepare('insert into ballast values (randomblob(1048576))');
    for (let mebibyte = 0; mebibyte < 40; mebibyte++) insert.run();
  });
  const { make, stop } = createServiceBackups(dataDir, silentLog());
  const before = { all: process.cpuUsage(), own: systemTime.threadWork() };
  await make('daily');
  const { user, system } = process.cpuUsage(before.all);
  // Judged by work, not by time, which is shared with whatever else runs.
  expect(systemTime.threadWork() - before.own).toBeLessThan((user + system) / 1000 / 2);

  let answered = 0;
  let copying = true;
  const reader = (async () => {
    while (copying) {
      await service.api('GET', '/companies?pageSize=10');
      answered += 1;
    }
  })();
  await make('daily');
  copying = false;
  await reader;
  await stop();
  expect(answered).toBeGreaterThan(5);
});

test('secrets in a backup stay sealed', async () => {
  const dataDir = temporaryFolder();
  const service = await startTestService({ dataDir });
  const value = 'Bearer planted-secret-of-an-endpoint';
  const { id } = await service.api('POST', '/webhooks', {
    url: 'https://consumer.example/',
    eventTypes: ['company.created'],
  });
  await service.control.endpoints.setHeaders(id, { headers: [{ name: 'Authorization', value }] });
  const { make, stop } = createServiceBackups(dataDir, silentLog());
  const bytes = readFileSync(await make('asked'));
  await stop();
  const { secret } = await service.control.endpoints.secret(id);
  for (const text of [value, secret, service.apiKey]) expect(bytes.includes(text)).toBe(false);
});

test('a reset leaves no backup, not one that is being made either', async () => {
  const dataDir = temporaryFolder();
  const backups = createServiceBackups(dataDir, silentLog());
  const service = await startTestService({ dataDir, backups });
  await backups.make('asked');
  await backups.make('daily');
  expect(backups.list().map(({ why }) => why)).toEqual(['daily', 'asked']);
  // Of a process that was killed while it copied.
  writeFileSync(join(dataDir, 'backups', 'service-2026-01-01T00-00-00-000Z.db.partial'), 'cut off');
  await service.control.sandbox.reset();
  expect(filesOf(dataDir)).toEqual([]);
  const making = [1, 2, 3].map(() => backups.make('asked').catch((error: unknown) => (error as Error).name));
  const removing = backups.removeAll();
  // What is asked for from then on is of the database as the reset leaves it.
  const later = backups.make('asked');
  await removing;
  expect(await Promise.all(making)).toEqual(['AbortError', 'AbortError', 'AbortError']);
  const kept = basename(await later);
  expect(filesOf(dataDir)).toEqual([kept]);
});

test('a folder of an earlier version is backed up before its migration, until its responses are masked', async () => {
  const dataDir = temporaryFolder();
  await unpackFolder(join(packageRoot(), 'test/fixtures/data-folders/0.1.0/data-folder.tar.gz'), dataDir);
  const service = await createService({
    ...serviceOptions(dataDir, readFileSync(join(dataDir, 'carryover.key'))),
    backups: createServiceBackups(dataDir, silentLog()),
  });
  const [name = ''] = filesOf(dataDir);
  expect(name).toMatch(/^service-.*-migration\.db$/);
  const applied = opened(join(dataDir, 'backups', name), (sqlite) => ({
    attempts: sqlite.prepare('select count(*) from attempts').pluck().get(),
    names: sqlite.prepare('select name from kysely_migration').pluck().all(),
  }));
  expect(applied).toEqual({
    attempts: expect.any(Number),
    names: ['0001-initial', '0002-request-user-agent'],
  });
  expect(applied.attempts).toBeGreaterThan(0);
  await service.start();
  await vi.waitFor(() => expect(filesOf(dataDir)).toEqual([]), { timeout: 10_000 });
  await service.stop(0);
});

test('a reset leaves none of a folder that is thrown away either', async () => {
  const dataDir = temporaryFolder();
  const { desk } = await testHost({ dataDir, serviceBackups: false });
  expect((await desk('POST', '/api/backups/local-service')).status).toBe(200);
  expect(filesOf(dataDir)).toHaveLength(1);
  expect((await desk('POST', '/api/reset')).status).toBe(204);
  expect(filesOf(dataDir)).toEqual([]);
});

test('a temporary data folder is not backed up, unless it is asked for', async () => {
  for (const [serviceBackups, count] of [
    [undefined, 0],
    [true, 1],
  ] as const) {
    const dataDir = temporaryFolder();
    await unpackFolder(join(packageRoot(), 'test/fixtures/data-folders/0.1.0/data-folder.tar.gz'), dataDir);
    opened(join(dataDir, 'service.db'), (sqlite) => sqlite.exec('delete from attempts'));
    await testHost({ dataDir, serviceBackups });
    expect(filesOf(dataDir)).toHaveLength(count);
  }
});

test('where there is no room nothing is copied, and it says so', () => {
  const folder = temporaryFolder();
  const { bavail, bsize } = statfsSync(folder);
  const sqlite = new Database(join(folder, 'service.db'));
  sqlite.exec('create table t (x)');
  sqlite.close();
  expect(() => makeSpace(join(folder, 'service.db'), folder, [])).not.toThrow();
  const newest = {
    name: 'service-x.db',
    of: 'service',
    at: '2026-01-01T00:00:00.000Z',
    size: 2 * bavail * bsize,
    why: 'daily',
  } as const;
  expect(() => makeSpace(join(folder, 'service.db'), folder, [newest])).toThrow(CatalogueError);
  expect(() => makeSpace(join(folder, 'service.db'), folder, [newest])).toThrow(/disk space/);
});
