import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { systemTime } from '#base/clock.ts';
import { emptyLog } from '#base/store/sqlite/empty-log.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

afterEach(() => void vi.useRealTimers());

/** A database with something in its log, and somebody who reads the state before it. */
const opened = () => {
  const path = join(temporaryFolder(), 'notes.db');
  const sqlite = new Database(path);
  onTestFinished(() => void sqlite.close());
  sqlite.pragma('journal_mode = WAL');
  sqlite.exec('create table notes (text text not null) strict');
  const reader = new Database(path, { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec('begin');
  reader.prepare('select * from notes').all();
  sqlite.exec("insert into notes values ('deleted later'); delete from notes");
  const alone = async (work: () => void): Promise<void> => work();
  return { path, sqlite, reader, alone, logBytes: () => statSync(`${path}-wal`).size };
};

test('waits for whoever reads an older state, and the thread goes on meanwhile', async () => {
  const { path, sqlite, reader, alone, logBytes } = opened();
  let isOver = false;
  const emptied = emptyLog(sqlite, path, alone).then(() => {
    isOver = true;
  });
  // A try that waited would take all of the connection's patience, in one turn.
  const begunAt = systemTime.threadWork();
  for (let turn = 0; turn < 20; turn++) await systemTime.sleep(5);
  expect(systemTime.threadWork() - begunAt).toBeLessThan(2000);
  expect([isOver, logBytes() > 0]).toEqual([false, true]);
  expect(sqlite.pragma('busy_timeout', { simple: true })).toBe(5000);
  reader.exec('rollback');
  await emptied;
  expect(logBytes()).toBe(0);
});

test('says what may remain if somebody reads for long, and empties it when that ends', async () => {
  vi.useFakeTimers();
  const { path, sqlite, reader, alone, logBytes } = opened();
  const refused = expect(emptyLog(sqlite, path, alone)).rejects.toMatchObject({
    code: 'store.logInUse',
    message: expect.stringContaining('write-ahead log of notes.db'),
  });
  await vi.advanceTimersByTimeAsync(10_100);
  await refused;
  await vi.advanceTimersByTimeAsync(10_100);
  expect(logBytes()).toBeGreaterThan(0);
  reader.exec('rollback');
  await vi.advanceTimersByTimeAsync(10_100);
  expect(logBytes()).toBe(0);
});
