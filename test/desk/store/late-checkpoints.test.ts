import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { syncedUnits } from '#base/log-sync.ts';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { unitsOfWork } from '#base/store/sqlite/units-of-work.ts';
import { withLateCheckpoints } from '#desk/store/late-checkpoints.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

/** Each of them fills a page. */
const manyNotes = (count: number) =>
  sql`insert into notes with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    select hex(zeroblob(1500)) from n`;

const opened = async () => {
  const path = `${temporaryFolder()}/notes.db`;
  const database = await openDatabase<{ notes: { text: string } }>(
    { path, synchronous: 'NORMAL', cacheKiB: 1000 },
    {},
  );
  database.sqlite.exec('create table notes (text text not null) strict');
  database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  const synced = syncedUnits(unitsOfWork(database, path), path);
  const units = withLateCheckpoints(database.sqlite, synced.units);
  const close = async () => {
    await synced.close();
    await database.close();
  };
  const frames = () => {
    const [state] = database.sqlite.pragma('wal_checkpoint(NOOP)') as { log: number; checkpointed: number }[];
    return state;
  };
  /** @param frames that the commit takes at least */
  const write = (frames: number) => units.write(({ db }) => manyNotes(frames).execute(db));
  return { database, frames, write, close };
};

test('a long log is copied after the commit, not within it', async () => {
  const { frames, write, close } = await opened();
  await write(5000);
  expect(frames()?.log).toBeGreaterThan(4000);
  expect(frames()?.checkpointed).toBe(0);
  await vi.waitFor(() => expect(frames()?.checkpointed).toBe(frames()?.log));
  await close();
});

test('a short log is left, and it grows no longer than one commit makes it', async () => {
  const { frames, write, close } = await opened();
  await write(1);
  const short = frames();
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setImmediate(resolve));
  expect(frames()).toEqual(short);
  for (let n = 0; n < 6; n++) {
    await write(5000);
    expect(frames()?.log).toBeLessThan(11_000);
  }
  await close();
});

test('a database that is closed meanwhile is closed', async () => {
  const { database, write, close } = await opened();
  await write(5000);
  await close();
  await new Promise((resolve) => setImmediate(resolve));
  expect(database.sqlite.open).toBe(false);
});
