import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#base/log.ts';
import { openSchema } from '#base/store/postgres/database.ts';
import { startCuttableProxy } from '#test/support/cuttable-proxy.ts';
import { startPostgres } from '#test/support/postgres/server.ts';
import { placeOn } from '#test/support/postgres/shared.ts';

const setUp = async () => {
  const server = await startPostgres({
    durable: true,
    // Else numbers that were only begun are in the log now and then.
    settings: ['wal_level = minimal', 'max_wal_senders = 0'],
  });
  onTestFinished(() => server.stop());
  const proxy = await startCuttableProxy(server.port);
  const place = placeOn(server, 'outcome');
  const opened = await openSchema<{ things: { id: number } }>(
    {
      ...place,
      address: { ...place.address, port: proxy.port },
      dataKey: Buffer.alloc(32, 1),
      log: createLog({ level: 'silent' }),
    },
    'outcome_things',
    {
      '0001-initial': [
        'create table things (id int8 primary key)',
        // The commit of the row 3 takes a while.
        `create function slow() returns trigger language plpgsql as $$ begin
          perform pg_sleep(1); return null; end $$`,
        `create constraint trigger slow after insert on things deferrable initially deferred
          for each row when (new.id = 3) execute function slow()`,
      ],
    },
  );
  onTestFinished(() => opened.close());
  const direct = async (text: string): Promise<Record<string, string>[]> => {
    const client = new pg.Client({ ...place.address, password: place.password });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  return { ...opened, server, proxy, direct };
};

test('after a crash, the number of a lost transaction that is now another one tells nothing', async () => {
  const { units, server, proxy, direct } = await setUp();
  let xid = 0n;
  const writing = units
    .write(async ({ db }) => {
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(db);
      xid = BigInt(rows[0]?.id as string);
      proxy.refuse();
    })
    .then(
      () => 'committed',
      ({ code }) => code,
    );
  await expect.poll(() => xid).toBeGreaterThan(0n);
  server.restart();
  // Others have the number by now, and were committed.
  for (let newest = 0n; newest <= xid; ) {
    newest = BigInt((await direct('select pg_current_xact_id()::text as id'))[0]?.id as string);
  }
  expect((await direct(`select pg_xact_status('${xid}') as status`))[0]).toEqual({ status: 'committed' });
  proxy.mend();
  expect(await writing).toBe('store.uncertain');
});

test('in the same life of the server its number tells of a transaction whether it was made', async () => {
  const { units, proxy } = await setUp();
  const insert = (id: number) =>
    units.write(async ({ db }) => {
      await db.insertInto('things').values({ id }).execute();
      if (id === 1) {
        proxy.refuse();
        setTimeout(proxy.mend, 50);
      }
    });
  await expect(insert(1)).rejects.toMatchObject({ code: 'store.unreachable' });
  await insert(2);
  expect(await units.read(({ db }) => db.selectFrom('things').selectAll().execute())).toEqual([{ id: 2 }]);
});

test('a commit that is still under way is waited for', async () => {
  const { units, proxy, direct } = await setUp();
  let told = 0;
  const writing = units.write(async ({ db, afterCommit }) => {
    await db.insertInto('things').values({ id: 3 }).execute();
    afterCommit(() => told++);
  });
  await expect
    .poll(
      async () =>
        (await direct("select 1 from pg_stat_activity where query = 'commit' and state = 'active'")).length,
    )
    .toBe(1);
  proxy.refuse();
  proxy.mend();
  await writing;
  expect(told).toBe(1);
});
