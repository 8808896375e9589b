import { copyFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { unitsOfWork } from '#base/store/sqlite/units-of-work.ts';
import { watchUnits } from '#base/store/watched-units.ts';
import { CatalogueError } from '#contract/errors.ts';
import { latencyBoundsMs, type StoreState } from '#contract/figures.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const open = async () => {
  const path = join(temporaryFolder(), 'some.db');
  const database = await openDatabase<{ notes: { text: string } }>({ path, synchronous: 'NORMAL' }, {});
  database.sqlite.exec('create table notes (text)');
  const changes: StoreState[] = [];
  const watched = watchUnits(unitsOfWork(database, path), {
    onChange: (state) => changes.push(state),
    refuseGone: database.refuseGone,
  });
  onTestFinished(async () => {
    watched.watch.stop();
    vi.useRealTimers();
    await database.close();
  });
  const note = (bytes: number) =>
    watched.units.write(({ db }) => sql`insert into notes values (zeroblob(${bytes}))`.execute(db));
  return { ...watched, ...database, path, changes, note };
};
const nothing = async (): Promise<void> => {};

test('a store is full as soon as a write is refused, and stays so while only empty units of work succeed', async () => {
  const { units, watch, sqlite, changes, note } = await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  expect(await watch.check()).toBe('ok');
  const pages = sqlite.pragma('page_count', { simple: true }) as number;
  sqlite.pragma(`max_page_count = ${pages}`);
  await expect(note(100_000)).rejects.toMatchObject({ code: 'store.full' });
  expect([watch.state(), changes]).toEqual(['full', ['full']]);
  expect(watch.problem()).toContain('disk is full');
  await units.write(nothing);
  for (let n = 0; n < 3; n++) {
    await vi.advanceTimersByTimeAsync(5000);
    expect(await watch.check()).toBe('full');
  }
  sqlite.pragma('max_page_count = 1000000');
  // Nobody asks and nobody writes: it finds out by itself.
  await vi.advanceTimersByTimeAsync(5000);
  await units.read(nothing);
  expect([watch.state(), watch.problem(), changes]).toEqual(['ok', undefined, ['full', 'ok']]);
  expect(sqlite.prepare('select name from sqlite_master').pluck().all()).not.toContain('store_trial');
});

test('a write that goes through again is tried at once, not only after the wait', async () => {
  const { units, watch, sqlite, changes, note } = await open();
  sqlite.pragma('query_only = on');
  await expect(note(10)).rejects.toMatchObject({ code: 'store.readOnly' });
  expect(watch.state()).toBe('read-only');
  sqlite.pragma('query_only = off');
  await note(10);
  await units.read(nothing);
  expect(changes).toEqual(['read-only', 'ok']);
});

test('nobody has written: it is found out by whoever asks', async () => {
  const { watch, sqlite, changes } = await open();
  sqlite.pragma('query_only = on');
  expect(watch.state()).toBe('ok');
  expect(await watch.check()).toBe('read-only');
  expect(changes).toEqual(['read-only']);
});

test('another program that holds the file is trouble, and no lost result', async () => {
  const { watch, path, note, sqlite } = await open();
  sqlite.pragma('busy_timeout = 20');
  const other = await openDatabase({ path, synchronous: 'NORMAL' }, {});
  onTestFinished(() => other.close());
  const begin = other.sqlite.prepare('begin immediate');
  begin.run();
  const refused = note(10);
  await expect(refused).rejects.toMatchObject({
    code: 'store.failing',
    message: expect.stringContaining('SQLITE_BUSY'),
  });
  expect(watch.state()).toBe('failing');
  other.sqlite.exec('rollback');
});

test('what a unit of work itself throws says nothing of the store', async () => {
  const { units, watch, changes } = await open();
  const broken = units.write(async ({ db }) => {
    await sql`insert into nowhere values (1)`.execute(db);
  });
  await expect(broken).rejects.toThrow('nowhere');
  await expect(
    units.write(async () => {
      throw new CatalogueError('webhook.notFound', { webhookId: 'x' });
    }),
  ).rejects.toThrow();
  expect([watch.state(), changes]).toEqual(['ok', []]);
});

test('damage found by a read ends all writes, and is not taken back', async () => {
  const { units, watch, changes } = await open();
  await expect(
    units.read(async () => {
      throw new CatalogueError('store.damaged', { file: 'some.db' });
    }),
  ).rejects.toThrow('damaged');
  expect(await watch.check()).toBe('damaged');
  await expect(units.write(nothing)).rejects.toMatchObject({ code: 'store.damaged' });
  expect([watch.state(), changes]).toEqual(['damaged', ['damaged']]);
});

test('a trial leaves the file as large as it was, and latencies are counted once each', async () => {
  const { units, watch, path } = await open();
  await watch.check();
  const before = statSync(path).size;
  await watch.check();
  expect(statSync(path).size).toBe(before);
  await units.write(nothing);
  await units.write(() => Promise.reject(new Error('no'))).catch(() => undefined);
  await units.read(nothing);
  const sum = (counts: readonly number[]): number => counts.reduce((all, count) => all + count, 0);
  expect([sum(watch.writes.counts()), sum(watch.reads.counts())]).toEqual([2, 1]);
  expect(watch.writes.counts()).toHaveLength(latencyBoundsMs.length + 1);
  expect(watch.writes.sumMs()).toBeGreaterThan(0);
});

test.each([
  ['removed', (path: string) => renameSync(path, `${path}.elsewhere`)],
  [
    'replaced',
    (path: string) => {
      renameSync(path, `${path}.elsewhere`);
      copyFileSync(`${path}.elsewhere`, path);
    },
  ],
])(
  'a file that was %s takes no more writes, and is found to be gone while nobody writes',
  async (_, takeAway) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
    });
    const { watch, path, changes, note, sqlite } = await open();
    await note(10);
    takeAway(path);
    await vi.advanceTimersByTimeAsync(1000);
    expect([watch.state(), changes]).toEqual(['gone', ['gone']]);
    await expect(note(10)).rejects.toMatchObject({ code: 'store.gone' });
    expect(await watch.check()).toBe('gone');
    expect(sqlite.prepare('select count(*) from notes').pluck().get()).toBe(1);

    rmSync(path, { force: true });
    renameSync(`${path}.elsewhere`, path);
    await vi.advanceTimersByTimeAsync(5000);
    await note(10);
    expect([watch.state(), watch.problem(), changes]).toEqual(['ok', undefined, ['gone', 'ok']]);
  },
);

test('a write finds out within a tenth of a second', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { path, note } = await open();
  await note(10);
  renameSync(path, `${path}.elsewhere`);
  await vi.advanceTimersByTimeAsync(100);
  await expect(note(10)).rejects.toMatchObject({ code: 'store.gone' });
});
