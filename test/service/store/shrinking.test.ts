import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { openFileStore } from '#service/store/file-store.ts';
import { createShrinking, isWorthShrinking } from '#service/store/shrinking.ts';
import type { Store, StoreFile } from '#service/store/store.ts';
import { fillAndEmpty, makeUnshrinking } from '#test/support/emptied-store.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const open = async (path: string): Promise<Store> => {
  const store = await openFileStore(path);
  onTestFinished(() => store.close());
  return store;
};

const shrink = (store: Store) => {
  const shrinking = createShrinking({ file: fileOf(store), log: silentLog() }, 5);
  onTestFinished(() => shrinking.stop());
  shrinking.start();
  return shrinking;
};

const fileOf = ({ file }: Store): StoreFile => file as StoreFile;

const freeShare = async (store: Store): Promise<number> => {
  const { pages, freePages } = await fileOf(store).space();
  return freePages / pages;
};

test('a file that is mostly free becomes small, and keeps what is in it', async () => {
  const path = join(temporaryFolder(), 'service.db');
  const store = await open(path);
  await fillAndEmpty(store, 3000);
  await store.overwriteDeleted();
  const before = statSync(path).size;
  expect(await freeShare(store)).toBeGreaterThan(0.9);
  shrink(store);
  await expect.poll(() => freeShare(store)).toBeLessThan(0.05);
  await store.overwriteDeleted();
  expect(statSync(path).size).toBeLessThan(before / 5);
  const { rows } = await store.read(({ db }) => sql`pragma integrity_check`.execute(db));
  expect(rows).toEqual([{ integrity_check: 'ok' }]);
  const kept = await store.read(({ db }) =>
    db.selectFrom('facts').select('name').where('name', 'like', 'n%').execute(),
  );
  expect(kept).toEqual([{ name: 'n3000' }]);
});

test('goes on where a process before it was stopped', async () => {
  const path = join(temporaryFolder(), 'service.db');
  const first = await openFileStore(path);
  await fillAndEmpty(first, 6000);
  const { pages } = await fileOf(first).space();
  await fileOf(first).giveBack(500);
  const partly = await fileOf(first).space();
  expect(partly.pages).toBeLessThanOrEqual(pages - 500);
  await first.close();
  const second = await open(path);
  expect(await fileOf(second).space()).toEqual(partly);
  const shrinking = shrink(second);
  await expect.poll(async () => (await fileOf(second).space()).pages).toBeLessThan(partly.pages);
  await shrinking.stop();
  const stoppedAt = await fileOf(second).space();
  shrink(second);
  await expect.poll(() => freeShare(second)).toBeLessThan(0.05);
  expect((await fileOf(second).space()).pages).toBeLessThan(stoppedAt.pages);
});

test('a file of an older version stays as large as it is until it is rewritten', async () => {
  const path = join(temporaryFolder(), 'service.db');
  await makeUnshrinking(path);
  const store = await open(path);
  await fillAndEmpty(store, 3000);
  const before = await fileOf(store).space();
  expect(before.shrinks).toBe(false);
  expect(isWorthShrinking(before)).toBe(false);
  await fileOf(store).giveBack(500);
  expect(await fileOf(store).space()).toEqual(before);
  await store.writeAnew();
  expect(await fileOf(store).space()).toMatchObject({ shrinks: true, freePages: 0 });
});

test('a day of what comes and goes is not worth it', () => {
  const file = { pageBytes: 4096, pages: 100_000, shrinks: true };
  expect(isWorthShrinking({ ...file, freePages: 19_999 })).toBe(false);
  expect(isWorthShrinking({ ...file, freePages: 20_000 })).toBe(true);
  expect(isWorthShrinking({ ...file, pages: 2000, freePages: 1999 })).toBe(false);
});

test('a rewrite beside another one, and emptying the log beside both, wait for each other', async () => {
  const path = join(temporaryFolder(), 'service.db');
  const store = await open(path);
  await fillAndEmpty(store, 3000);
  const reader = new Database(path, { readonly: true });
  onTestFinished(() => void reader.close());
  const ends = [fileOf(store).rewrite(), store.writeAnew(), store.overwriteDeleted(), store.setDurable(true)];
  await Promise.all(ends);
  expect(statSync(`${path}-wal`).size).toBe(0);
  expect(await freeShare(store)).toBeLessThan(0.05);
});
