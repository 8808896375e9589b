import { expect, test, vi } from 'vitest';
import { syncedUnits } from '#base/log-sync.ts';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { unitsOfWork } from '#base/store/sqlite/units-of-work.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const opened = async (toDisk?: (file: number) => Promise<void>) => {
  const path = `${temporaryFolder()}/notes.db`;
  const database = await openDatabase<{ notes: { text: string } }>({ path, synchronous: 'NORMAL' }, {});
  database.sqlite.exec('create table notes (text text not null) strict');
  return { database, synced: syncedUnits(unitsOfWork(database, path), path, toDisk) };
};

test('writes that come at once are all there, and a close waits for their syncs', async () => {
  const { database, synced } = await opened();
  const texts = Array.from({ length: 50 }, (_, n) => String(n));
  const writes = texts.map((text) =>
    synced.units.write(async ({ db }) => {
      await db.insertInto('notes').values({ text }).execute();
      return text;
    }),
  );
  expect(await Promise.all(writes)).toEqual(texts);
  const last = synced.units.write(({ db }) => db.insertInto('notes').values({ text: 'last' }).execute());
  const rows = await synced.units.read(({ db }) => db.selectFrom('notes').selectAll().execute());
  expect(rows.map(({ text }) => text)).toEqual([...texts, 'last']);
  await last;
  await Promise.all([synced.close(), synced.close()]);
  await database.close();
});

test('a commit whose log could not be synced is not answered as done', async () => {
  const { database, synced } = await opened();
  await synced.close();
  const write = synced.units.write(({ db }) => db.insertInto('notes').values({ text: 'a' }).execute());
  await expect(write).rejects.toMatchObject({
    code: 'store.failing',
    message: expect.stringContaining('EBADF'),
  });
  await database.close();
});

test('what a unit of work throws is thrown, without a sync', async () => {
  const { database, synced } = await opened();
  await expect(synced.units.write(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await synced.close();
  await database.close();
});

test('what is told of a commit is told after its sync, in the order of the commits', async () => {
  const syncs: (() => void)[] = [];
  const { database, synced } = await opened(() => new Promise((resolve) => void syncs.push(resolve)));
  const told: string[] = [];
  const write = (text: string) =>
    synced.units.write(async (tx) => {
      await tx.db.insertInto('notes').values({ text }).execute();
      tx.afterSync(() => void told.push(text));
      tx.afterCommit(() => void told.push(`committed ${text}`));
    });
  const first = write('a');
  await vi.waitFor(() => expect(syncs).toHaveLength(1));
  // The sync under way may have begun before these.
  const others = [write('b'), write('c')];
  await vi.waitFor(() => expect(told).toEqual(['committed a', 'committed b', 'committed c']));
  syncs[0]?.();
  await first;
  expect(told.slice(3)).toEqual(['a']);
  await vi.waitFor(() => expect(syncs).toHaveLength(2));
  syncs[1]?.();
  await Promise.all(others);
  expect(told.slice(3)).toEqual(['a', 'b', 'c']);
  await synced.close();
  await database.close();
});

test('what is told of a commit whose sync failed waits for the next sync', async () => {
  let fails = true;
  const { database, synced } = await opened(async () => {
    if (fails) throw Object.assign(new Error('no'), { code: 'EIO' });
  });
  const told: string[] = [];
  const write = (text: string) => synced.units.write(async (tx) => tx.afterSync(() => void told.push(text)));
  await expect(write('a')).rejects.toMatchObject({ code: 'store.failing' });
  expect(told).toEqual([]);
  fails = false;
  await write('b');
  expect(told).toEqual(['a', 'b']);
  await synced.close();
  await database.close();
});
