import { statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import { createCompaction } from '#service/compaction.ts';
import { createService } from '#service/index.ts';
import { openFileStore } from '#service/store/file-store.ts';
import type { Store, StoreFile } from '#service/store/store.ts';
import { fillAndEmpty, makeUnshrinking } from '#test/support/emptied-store.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const namesIn = (store: Store): Promise<string[]> =>
  store.read(async ({ db }) => {
    const rows = await db.selectFrom('facts').select('name').where('name', 'like', 'n%').execute();
    return rows.map(({ name }) => name).sort();
  });

const opened = async () => {
  const path = join(temporaryFolder(), 'service.db');
  await makeUnshrinking(path);
  const store = await openFileStore(path);
  onTestFinished(() => store.close());
  await fillAndEmpty(store, 3000, 10);
  return { path, store };
};

test('a file of an earlier version becomes small, and shrinks by itself from then on', async () => {
  const { path, store } = await opened();
  const compaction = createCompaction({ file: store.file, log: silentLog() });
  const before = await compaction.compaction();
  expect(before).toMatchObject({ running: false, shrinksByItself: false });
  expect(before.freedBytes).toBeGreaterThan(before.fileBytes / 2);
  expect(before.neededBytes).toBe(2 * (before.fileBytes - before.freedBytes) + 64 * 1024 * 1024);
  const names = await namesIn(store);

  expect(await compaction.compact()).toMatchObject({ running: true });
  await expect(compaction.compact()).rejects.toMatchObject({ code: 'store.compacting' });
  // What comes meanwhile is written after it; the state of the store is told at once.
  const written = store.write(({ db }) =>
    db.insertInto('facts').values({ name: 'n-later', value_json: '1' }).execute(),
  );
  expect(await store.watch.check()).toBe('ok');
  expect(await namesIn(store)).toEqual(names);
  await written;
  await compaction.stop();

  const after = await compaction.compaction();
  expect(after).toMatchObject({ running: false, shrinksByItself: true });
  expect(after.freedBytes).toBeLessThan(before.freedBytes / 10);
  expect(statSync(path).size).toBeLessThan(before.fileBytes / 2);
  expect(await namesIn(store)).toEqual([...names, 'n-later'].sort());
  const { rows } = await store.read(({ db }) => sql`pragma integrity_check`.execute(db));
  expect(rows).toEqual([{ integrity_check: 'ok' }]);
});

test('is refused in words where the disk has too little room for it', async () => {
  const { store } = await opened();
  const space = { freeBytes: 1_000_000, dataBytes: 1 };
  const compaction = createCompaction({ file: store.file, log: silentLog() }, async () => space);
  const { refusal, fileBytes } = await compaction.compaction();
  expect(refusal).toContain('1 MB are free');
  await expect(compaction.compact()).rejects.toMatchObject({ code: 'store.noSpace', message: refusal });
  expect((await compaction.compaction()).fileBytes).toBe(fileBytes);
});

test('what keeps it from ending is told, and the file stays as it was', async () => {
  const { store } = await opened();
  const names = await namesIn(store);
  const failing = {
    ...(store.file as StoreFile),
    rewrite: () => Promise.reject(new Error('the disk broke')),
  };
  const compaction = createCompaction({ file: failing, log: silentLog() });
  await compaction.compact();
  await compaction.stop();
  expect(await compaction.compaction()).toMatchObject({ running: false, problem: 'the disk broke' });
  expect(await namesIn(store)).toEqual(names);
});

test('the service offers it, and does not do it unasked', async () => {
  const folder = temporaryFolder();
  await makeUnshrinking(join(folder, 'service.db'));
  const service = await createService(serviceOptions(folder));
  onTestFinished(() => service.stop(0));
  await service.start();
  expect(await service.control.compaction()).toMatchObject({ running: false, shrinksByItself: false });
  await service.control.compact();
  await expect
    .poll(() => service.control.compaction())
    .toMatchObject({ running: false, shrinksByItself: true });
});
