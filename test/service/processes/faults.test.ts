import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { type CuttableProxy, startCuttableProxy } from '#test/support/cuttable-proxy.ts';
import { type PostgresServer, startPostgres } from '#test/support/postgres/server.ts';
import { placeOn } from '#test/support/postgres/shared.ts';
import { expectWhole, type Load, startLoad, wait } from './load.ts';

/** How long what lasts does, ms: as long as a run of all tests has time for; CARRYOVER_FAULT_SECONDS asks for more. */
const lastsMs = 1000 * Number(process.env.CARRYOVER_FAULT_SECONDS ?? 4);

const connection = async (to: PostgresServer): Promise<pg.Client> => {
  const client = new pg.Client({ ...to, host: '127.0.0.1', database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  return client;
};

/** As many as a run of all tests has time for; CARRYOVER_KILLS asks for more. */
const kills = Number(process.env.CARRYOVER_KILLS ?? 4);
/** Another process has taken over by then, ms. */
const takenOverMs = 15_000;

type Fault = (of: {
  readonly postgres: PostgresServer;
  readonly load: Load;
  readonly admin: pg.Client;
  readonly proxy: CuttableProxy;
}) => Promise<unknown>;

/** As many as the server lets in. */
const connections = 60;

const faults: Readonly<Record<string, Fault>> = {
  async [`processes are killed at random, ${kills} times`]({ load }) {
    for (let kill = 0; kill < kills; kill++) {
      await load.acknowledge(Math.floor(Math.random() * 20));
      await load.replace(Math.floor(Math.random() * 3));
    }
  },
  async 'backends are killed, 15 times half of them'({ admin, load }) {
    for (let kill = 0; kill < 15; kill++) {
      await load.acknowledge(3);
      await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'carryover' and random() < 0.5`);
    }
  },
  async 'no connection is free'({ admin, postgres, load }) {
    const held: pg.Client[] = [];
    const others = { ...postgres, user: 'other', password: 'other', host: '127.0.0.1', database: 'postgres' };
    const until = performance.now() + lastsMs;
    const take = async (): Promise<void> => {
      // Whatever they lose is taken before they have it again.
      if (held.length < connections - 4) {
        await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'app'`);
      }
      const client = new pg.Client(others);
      client.on('error', () => {});
      await client.connect().then(
        () => held.push(client),
        () => wait(20),
      );
    };
    const areTaken = (): boolean => held.length >= connections - 4;
    // On a busy machine taking them takes longer than the fault is to last.
    await load.slowly(async () => {
      while (performance.now() < until || !areTaken()) await take();
    });
    for (const client of held) await client.end();
  },
  async 'a transaction holds locks open'({ admin, load }) {
    await admin.query('begin');
    await admin.query('select * from faulty_service.endpoint_counts for update');
    await load.slowly(() => wait(lastsMs));
    await admin.query('rollback');
  },
  async 'the network of one process is cut for longer than a takeover takes'({ proxy, load }) {
    proxy.cut();
    await load.slowly(() => wait(lastsMs + 10_000));
    proxy.mend();
    await load.acknowledge(20);
  },
  // Last: it ends the connection of the test, too.
  async 'the server crashes, 3 times'({ postgres, load }) {
    for (let crash = 0; crash < 3; crash++) {
      await load.acknowledge(10);
      postgres.restart();
    }
  },
};

test('whatever happens under load to processes and their server, nothing that was acknowledged is lost', {
  timeout: 180_000 + 5 * lastsMs + kills * 10_000,
}, async () => {
  const settings = [`max_connections = ${connections}`, 'superuser_reserved_connections = 3'];
  const postgres = await startPostgres({ durable: true, settings });
  onTestFinished(() => postgres.stop());
  const admin = await connection(postgres);
  onTestFinished(() => admin.end().catch(() => {}));
  for (const role of ['app', 'other']) await admin.query(`create role ${role} login password '${role}'`);
  await admin.query('grant create on database postgres to app');
  const proxy = await startCuttableProxy(postgres.port);
  const own = placeOn(postgres, 'faulty');
  const place = { ...own, password: 'app', address: { ...own.address, user: 'app' } };
  const cut = { ...place, address: { ...place.address, port: proxy.port } };
  const load = await startLoad([place, place, cut]);
  for (const [name, fault] of Object.entries(faults)) {
    await load.acknowledge(10);
    await fault({ postgres, load, admin, proxy });
    await load.acknowledge(10);
    const outcome = await load.settle();
    await expectWhole(name, load, outcome);
    // Those that come after the last kill wait for one takeover; others may wait for the next one, too.
    if (kills <= 5 && lastsMs < takenOverMs) expect(outcome.longestMs).toBeLessThan(takenOverMs * 2);
    load.resume();
  }
});
