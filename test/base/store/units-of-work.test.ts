import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { unitsOfWork } from '#base/store/sqlite/units-of-work.ts';
import type { ConcurrentUnitsOfWork } from '#base/store/units-of-work.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

interface Schema {
  notes: { text: string };
}

const migrations = {
  '0001-initial': {
    up: async (db: Parameters<ReturnType<typeof sql>['execute']>[0]) => {
      await sql`create table notes (text text not null) strict`.execute(db);
    },
  },
};

const open = async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'notes.db');
  const database = await openDatabase<Schema>(
    { path, synchronous: 'NORMAL', readsBeside: true },
    migrations as never,
  );
  return { folder, path, database, units: unitsOfWork(database, path) };
};

const add = ({ write }: ConcurrentUnitsOfWork<Schema>, text: string): Promise<void> =>
  write(async ({ db }) => {
    await db.insertInto('notes').values({ text }).execute();
  });
const count = ({ read }: ConcurrentUnitsOfWork<Schema>): Promise<number> =>
  read(async ({ db }) => (await db.selectFrom('notes').selectAll().execute()).length);

test('a read sees what was committed before it, and one state until its end', async () => {
  const { units, database } = await open();
  await add(units, 'first');
  const begun = Promise.withResolvers<void>();
  const added = Promise.withResolvers<void>();
  const reading = units.read(async ({ db }) => {
    const before = await db.selectFrom('notes').selectAll().execute();
    begun.resolve();
    await added.promise;
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual(before);
  });
  await begun.promise;
  await add(units, 'second');
  added.resolve();
  await reading;
  expect(await count(units)).toBe(2);
  await database.close();
});

test('a read does not wait for a unit of work that writes, and sees nothing of it', async () => {
  const { units, database } = await open();
  const reading = Promise.withResolvers<number>();
  const writing = units.write(async ({ db }) => {
    await db.insertInto('notes').values({ text: 'not yet' }).execute();
    expect(await reading.promise).toBe(0);
  });
  reading.resolve(await count(units));
  await writing;
  expect(await count(units)).toBe(1);
  await database.close();
});

test('a read in turn waits, and a read cannot write', async () => {
  const { units, database } = await open();
  const order: string[] = [];
  const writing = units.write(async ({ db }) => {
    await db.insertInto('notes').values({ text: 'one' }).execute();
    order.push('written');
  });
  await units.readInTurn(async () => order.push('read'));
  await writing;
  expect(order).toEqual(['written', 'read']);
  await expect(
    units.read(async ({ db }) => {
      await db.insertInto('notes').values({ text: 'two' }).execute();
    }),
  ).rejects.toThrow('can be read but not written');
  await database.close();
});

test('work alone waits for reads and writes', async () => {
  const { units, database } = await open();
  const order: string[] = [];
  const end = Promise.withResolvers<void>();
  const under = [
    units.write(() => end.promise.then(() => void order.push('write'))),
    units.read(() => end.promise.then(() => void order.push('read'))),
  ];
  const alone = units.alone(() => order.push('alone'));
  await new Promise((resolve) => setImmediate(resolve));
  end.resolve();
  await Promise.all([...under, alone]);
  expect(order).toEqual(['write', 'read', 'alone']);
  await database.close();
});
