import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createCheckpoints } from '#base/store/sqlite/checkpoints/checkpoints.ts';
import { serveCheckpoints } from '#base/store/sqlite/checkpoints/thread.ts';
import { openFileStore } from '#service/store/file-store.ts';
import type { Store } from '#service/store/store.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const open = async (folder = temporaryFolder()) => {
  const path = join(folder, 'service.db');
  const store = await openFileStore(path);
  onTestFinished(() => store.close());
  return { path, store };
};

const megabyte = 1024 * 1024;

/** One commit of a megabyte of its own. */
const writeMuch = (store: Store, n: number): Promise<void> =>
  store.write(async ({ db }) => {
    await sql`insert into facts (name, value_json) values (${`n${n}`}, hex(randomblob(${megabyte / 2})))`.execute(
      db,
    );
  });

const rowsIn = (store: Store): Promise<number> =>
  store.read(async ({ db }) => {
    const rows = await db.selectFrom('facts').select('name').where('name', 'like', 'n%').execute();
    return rows.length;
  });

test('the log is copied into the database beside the work, begins anew, and nothing is lost', async () => {
  const { path, store } = await open();
  const reader = new Database(path, { readonly: true });
  onTestFinished(() => void reader.close());
  const framesInLog = (): number => (reader.pragma('wal_checkpoint(NOOP)') as [{ log: number }])[0].log;
  let written = 0;
  let most = 0;
  const writeOne = async (): Promise<void> => {
    await writeMuch(store, written++);
    most = Math.max(most, framesInLog());
  };
  // More than a whole lap of the log.
  while (written < 100) await writeOne();
  const state = async () => {
    await writeOne();
    return { hasAll: statSync(path).size > 100 * megabyte, isAnew: framesInLog() < most / 2 };
  };
  await expect.poll(state, { interval: 20 }).toEqual({ hasAll: true, isAnew: true });
  expect(await rowsIn(store)).toBe(written);
  await store.close();
  const again = await open(join(path, '..'));
  expect(await rowsIn(again.store)).toBe(written);
});

test('units of work that come one after another while the log is restarted are all done, in their order', async () => {
  const { store } = await open();
  const orders = await Promise.all(
    Array.from({ length: 8 }, async (_, writer) => {
      const order: number[] = [];
      // Each begins its next one when its last is done, so that some begin while the log is restarted.
      for (let n = 0; n < 25; n++) await writeMuch(store, 100 * writer + n).then(() => order.push(n));
      await rowsIn(store);
      return order;
    }),
  );
  for (const order of orders) expect(order).toEqual(Array.from({ length: 25 }, (_, n) => n));
  expect(await rowsIn(store)).toBe(200);
});

test('who would write waits from when the log is long until it is restarted', async () => {
  const path = join(temporaryFolder(), 'gate.db');
  const writer = new Database(path);
  onTestFinished(() => void writer.close());
  writer.pragma('journal_mode = WAL');
  writer.exec('create table t (content blob)');
  const quiet = Promise.withResolvers<void>();
  const checkpoints = createCheckpoints(writer, path, () => quiet.promise);
  onTestFinished(() => checkpoints.close());
  const frames = (): number => (writer.pragma('wal_checkpoint(NOOP)') as [{ log: number }])[0].log;
  const insert = writer.prepare(`insert into t values (randomblob(${megabyte}))`);
  while (checkpoints.gate() === undefined) {
    insert.run();
    checkpoints.committed();
    await new Promise(setImmediate);
  }
  expect(frames()).toBeGreaterThan(16_000);
  const gate = checkpoints.gate();
  quiet.resolve();
  await gate;
  expect(checkpoints.gate()).toBeUndefined();
  expect(frames()).toBe(1);
});

test('whoever copies also makes the first commit of the next lap, which changes nothing', async () => {
  const path = join(temporaryFolder(), 'copied.db');
  const writer = new Database(path);
  onTestFinished(() => void writer.close());
  writer.pragma('journal_mode = WAL');
  writer.pragma('wal_autocheckpoint = 0');
  writer.exec('create table t (content blob); pragma user_version = 7');
  for (let n = 0; n < 70; n++) writer.exec(`insert into t values (randomblob(${megabyte}))`);
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(70 * megabyte);
  const { port1, port2 } = new MessageChannel();
  const served = serveCheckpoints({ path, port: port2 });
  port1.postMessage('restart');
  const [{ log, checkpointed }] = await once(port1, 'message');
  expect(checkpointed).toBe(log);
  expect(writer.pragma('wal_checkpoint(NOOP)')).toMatchObject([{ log: 1 }]);
  expect(statSync(`${path}-wal`).size).toBe(64 * megabyte);
  expect(writer.pragma('user_version', { simple: true })).toBe(7);
  expect(writer.prepare('select count(*) from t').pluck().get()).toBe(70);
  // While somebody reads an older state the log goes on as it is.
  const reader = new Database(path, { readonly: true });
  onTestFinished(() => void reader.close());
  reader.exec('begin');
  reader.prepare('select count(*) from t').get();
  writer.exec('delete from t where rowid = 1');
  port1.postMessage('restart');
  const [state] = await once(port1, 'message');
  expect(state.checkpointed).toBeLessThan(state.log);
  expect(writer.pragma('wal_checkpoint(NOOP)')).toMatchObject([{ log: state.log }]);
  port1.postMessage('close');
  await served;
  port1.close();
});
