import pg from 'pg';
import { onTestFinished, test } from 'vitest';
import { startCuttableProxy } from '#test/support/cuttable-proxy.ts';
import { type PostgresServer, startPostgres } from '#test/support/postgres/server.ts';
import { placeOn } from '#test/support/postgres/shared.ts';
import { expectWhole, startLoad } from './load.ts';

/** How long what lasts does, ms: as long as a run of all tests has time for; CARRYOVER_FAULT_SECONDS asks for more. */
const lastsMs = 1000 * Number(process.env.CARRYOVER_FAULT_SECONDS ?? 4);

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const server = async (settings: readonly string[] = []): Promise<PostgresServer> => {
  const started = await startPostgres({ durable: true, settings });
  onTestFinished(() => started.stop());
  return started;
};

const connection = async (to: PostgresServer): Promise<pg.Client> => {
  const client = new pg.Client({ ...to, host: '127.0.0.1', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
};

const timeout = 120_000 + 3 * lastsMs;

test('a server that crashes under load loses nothing that was acknowledged', { timeout }, async () => {
  const postgres = await server();
  const place = placeOn(postgres, 'crashed');
  const load = await startLoad([place, place, place]);
  for (let crash = 0; crash < 3; crash++) {
    await wait(700);
    postgres.restart();
  }
  await wait(1500);
  await expectWhole('3 crashes of the server', load, await load.settle());
});

test('backends that are killed under load lose nothing', { timeout }, async () => {
  const postgres = await server();
  const place = placeOn(postgres, 'killed');
  const admin = await connection(postgres);
  const load = await startLoad([place, place, place]);
  for (let kill = 0; kill < 15; kill++) {
    await wait(150);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'carryover' and random() < 0.5`);
  }
  await wait(500);
  await expectWhole('15 times half of the backends', load, await load.settle());
});

test('without free connections on the server, work waits and nothing is lost', { timeout }, async () => {
  const postgres = await server(['max_connections = 30', 'superuser_reserved_connections = 3']);
  const admin = await connection(postgres);
  for (const role of ['app', 'other']) await admin.query(`create role ${role} login password '${role}'`);
  await admin.query('grant create on database postgres to app');
  const place = placeOn(postgres, 'exhausted');
  const asApp = { ...place, password: 'app', address: { ...place.address, user: 'app' } };
  const load = await startLoad([asApp, asApp]);
  await wait(500);
  const held: pg.Client[] = [];
  const others = { ...postgres, user: 'other', password: 'other', host: '127.0.0.1', database: 'postgres' };
  const until = performance.now() + lastsMs;
  while (performance.now() < until) {
    // Whatever they lose is taken before they have it again.
    if (held.length < 26) {
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'`);
    }
    const client = new pg.Client(others);
    client.on('error', () => {});
    await client.connect().then(
      () => held.push(client),
      () => wait(20),
    );
  }
  for (const client of held) await client.end();
  await wait(500);
  await expectWhole(`no free connections for ${lastsMs / 1000} s`, load, await load.settle());
});

test('a transaction that somebody holds open delays what it has locked, and loses nothing', {
  timeout,
}, async () => {
  const postgres = await server();
  const place = placeOn(postgres, 'held');
  const admin = await connection(postgres);
  const load = await startLoad([place, place]);
  await wait(500);
  await admin.query('begin');
  await admin.query('select * from held_service.endpoint_counts for update');
  await wait(lastsMs);
  await admin.query('rollback');
  await wait(500);
  await expectWhole(`a transaction of ${lastsMs / 1000} s`, load, await load.settle());
});

test('a process whose network is cut is replaced, and takes part again afterwards', { timeout }, async () => {
  const postgres = await server();
  const proxy = await startCuttableProxy(postgres.port);
  const place = placeOn(postgres, 'cut');
  const load = await startLoad([place, { ...place, address: { ...place.address, port: proxy.port } }]);
  await wait(500);
  proxy.cut();
  await wait(lastsMs + 10_000);
  proxy.mend();
  await wait(3000);
  await expectWhole(`a cut of ${lastsMs / 1000 + 10} s`, load, await load.settle());
});
