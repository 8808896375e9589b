import pg from 'pg';
import { silentLog } from '#base/log.ts';
import { createService, type Service } from '#service/index.ts';
import { startPostgres } from '#test/support/postgres/server.ts';
import { placeOn } from '#test/support/postgres/shared.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { makeEndpoints, publish } from './delivering.ts';
import { benchFolder, onCleanUp, startModule } from './processes.ts';
import { noBar, type Result } from './results.ts';

const messages = 10_000;
/** Messages to one endpoint, and to several. */
const fanOuts = [1, 5];
const pollMs = 50;

/** (server-bytes) What a delivery takes on a server's disk: rows with their indexes, and its log of writes. */
export const serverBytes = async (): Promise<Result[]> => {
  const server = await startPostgres({ durable: true, settings: ['max_wal_size = 4GB'] });
  onCleanUp(() => server.stop());
  const consumer = await startModule('consumer.ts');
  const results: Result[] = [];
  for (const fanOut of fanOuts) {
    const place = placeOn(server, `bytes_${fanOut}`, 10);
    const { seed: _, ...options } = serviceOptions(benchFolder(), Buffer.alloc(32, 7));
    const service = await createService({
      ...options,
      storeServer: place,
      clock: 'system',
      allowPrivate: true,
      log: silentLog(),
    });
    await service.start();
    await makeEndpoints(
      service,
      Array.from({ length: fanOut }, (_, n) => `${consumer}/hook/${n}`),
    );
    const client = new pg.Client({ ...place.address, password: place.password });
    await client.connect();
    const schema = `${place.address.prefix}_service`;
    const before = await sizesOf(client, schema);
    await publish(service, messages);
    await ended(service, client, schema);
    const after = await sizesOf(client, schema);
    await client.end();
    await service.stop(1000);
    results.push(resultOf(fanOut, before, after));
  }
  return results;
};

interface Sizes {
  /** Of each table with its indexes, bytes. */
  readonly tables: ReadonlyMap<string, number>;
  readonly wal: number;
  readonly bodies: number;
}

const sizesOf = async (client: pg.Client, schema: string): Promise<Sizes> => {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select relname as name, pg_total_relation_size(c.oid) as bytes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where nspname = $1 and relkind = 'r'`,
    [schema],
  );
  const other = await client.query<{ wal: string; bodies: string }>(
    `select pg_current_wal_lsn() - '0/0' as wal,
      (select coalesce(sum(octet_length(body)), 0) from "${schema}".messages) as bodies`,
  );
  return {
    tables: new Map(rows.map(({ name, bytes }) => [name, Number(bytes)])),
    wal: Number(other.rows[0]?.wal),
    bodies: Number(other.rows[0]?.bodies),
  };
};

/** Resolves once all is delivered, and its words are found. */
const ended = async (service: Service, client: pg.Client, schema: string): Promise<void> => {
  for (;;) {
    const { waiting } = await service.control.health();
    const { rows } = await client.query<{ left: boolean }>(
      `select (select count(distinct message_seq) from "${schema}".message_words) < (select count(*) from "${schema}".messages) as left`,
    );
    if (waiting === 0 && rows[0]?.left === false) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
};

const resultOf = (fanOut: number, before: Sizes, after: Sizes): Result => {
  const deliveries = messages * fanOut;
  const grown = [...after.tables]
    .map(([name, bytes]) => ({ name, each: (bytes - (before.tables.get(name) ?? 0)) / deliveries }))
    .filter(({ each }) => each >= 1)
    .sort((a, b) => b.each - a.each);
  const all = grown.reduce((sum, { each }) => sum + each, 0);
  const parts = grown.map(({ name, each }) => `${name} ${Math.round(each)}`).join(', ');
  return {
    what: `(server-bytes) a delivery, messages to ${fanOut} endpoint${fanOut === 1 ? '' : 's'}`,
    figure: `${Math.round(all)} bytes`,
    bar: noBar,
    reached: true,
    detail: `of tables with their indexes: ${parts}; ${Math.round((after.wal - before.wal) / deliveries)} bytes of the server's log; bodies of ${Math.round(after.bodies / messages)} bytes`,
  };
};
