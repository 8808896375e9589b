import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { type PostgresServer, startPostgres } from '#test/support/postgres/server.ts';
import { placeOn } from '#test/support/postgres/shared.ts';
import { benchFolder, onCleanUp, startModule } from './processes.ts';
import { median, noBar, type Result, rate, result } from './results.ts';
import { serverCpuSeconds } from './server-load.ts';
import type { Look, Order } from './service-process.ts';

const rounds = 3;
const endpointCount = 12;
const messages = 3000;
/** Sent before, by each process: until the engine has compiled what is used often. */
const warmUp = 500;
export const deliveryCount = messages * endpointCount;

/**
 * (server) Deliveries of one, two and three processes on one PostgreSQL server, which survives a power cut, and those of
 * a file, all in the same run, in turns. What counts is the processor time of one delivery: with it, cores and not locks
 * are the limit. A machine's cores slow each other down, too: so the same is measured of processes that each have a store.
 */
export const onServer = async (): Promise<Result[]> => {
  const server = await startPostgres({ durable: true, settings: ['shared_buffers = 256MB'] });
  onCleanUp(() => server.stop());
  const consumer = await startModule('consumer.ts');
  const all: Record<string, Measured[]> = { file: [], 1: [], 2: [], 3: [], apart2: [], apart3: [] };
  for (let round = 0; round < rounds; round++) {
    all.file?.push(await delivered(consumer, undefined, 1));
    for (const count of [1, 2, 3]) all[count]?.push(await delivered(consumer, { server, round }, count));
    for (const count of [2, 3])
      all[`apart${count}`]?.push(await deliveredApart(consumer, { server, round }, count));
  }
  const of = (name: string | number, what: keyof Measured): number =>
    median((all[name] ?? []).map((one) => one[what]));
  const detail = (name: string | number): string =>
    `${rate(of(name, 'perSecond'))}; processor ${Math.round(of(name, 'cpuUs'))} µs each, of the server ${Math.round(of(name, 'serverUs'))} µs`;
  return [
    {
      what: '(server) deliveries of one process on PostgreSQL',
      figure: (of(1, 'perSecond') / of('file', 'perSecond')).toFixed(2),
      bar: noBar,
      reached: true,
      detail: `of those on a file: ${detail(1)}; on a file ${detail('file')}`,
    },
    ...[2, 3].map((count) =>
      result(
        `(server) processor time of a delivery, ${count} processes`,
        of(count, 'cpuUs') / of(1, 'cpuUs'),
        '<',
        1.15,
        '',
        `of that with one process: ${detail(count)}`,
      ),
    ),
    ...[2, 3].map((count) =>
      result(
        `(server) the same, beside ${count} processes that share nothing but the machine`,
        of(count, 'cpuUs') / of(`apart${count}`, 'cpuUs'),
        '<',
        1.15,
        '',
        `of theirs: ${detail(`apart${count}`)}`,
      ),
    ),
  ];
};

export interface Measured {
  readonly perSecond: number;
  /** Processor time of one delivery in our processes, µs. */
  readonly cpuUs: number;
  /** The same in those of the server, µs. */
  readonly serverUs: number;
}

/** So many deliveries that wait, sent at once by some processes of one store. */
export const delivered = async (
  consumer: string,
  on: { readonly server: PostgresServer; readonly round: number } | undefined,
  count: number,
): Promise<Measured> => {
  const place = on && placeOn(on.server, `bench_${count}_${on.round}`, 10);
  return measured(on?.server, [await startFleet(consumer, place, count, endpointCount)]);
};

/** The same by processes of which each has a store of its own: nothing holds between them but the machine. */
const deliveredApart = async (
  consumer: string,
  on: { readonly server: PostgresServer; readonly round: number },
  count: number,
): Promise<Measured> => {
  const fleets: Fleet[] = [];
  while (fleets.length < count) {
    const place = placeOn(on.server, `apart_${count}_${on.round}_${fleets.length}`, 10);
    fleets.push(await startFleet(consumer, place, 1, endpointCount / count));
  }
  return measured(on.server, fleets);
};

/** The processes of one store. */
interface Fleet {
  readonly first: ServiceChild;
  readonly all: readonly ServiceChild[];
}

/** They have sent so much that the engine has compiled it, and hold back what is to be measured. */
const startFleet = async (
  consumer: string,
  place: ServerPlace | undefined,
  count: number,
  endpoints: number,
): Promise<Fleet> => {
  const first = await startProcess(place);
  const urls = Array.from({ length: endpoints }, (_, n) => `${consumer}/hook/${n}`);
  await first.ask({ do: 'endpoints', urls });
  const all = [first];
  while (all.length < count) all.push(await startProcess(place));
  await shared(place, count, endpoints);
  await first.ask({ do: 'publish', count: (warmUp * count * endpointCount) / endpoints });
  await ended({ first });
  await first.ask({ do: 'pause' });
  await first.ask({ do: 'publish', count: messages });
  return { first, all };
};

const ended = async ({ first }: Pick<Fleet, 'first'>): Promise<void> => {
  while ((await first.ask({ do: 'look' })).waiting > 0) await pause();
};

const measured = async (server: PostgresServer | undefined, fleets: readonly Fleet[]): Promise<Measured> => {
  const processes = fleets.flatMap(({ all }) => all);
  const cpu = async (): Promise<number> => {
    const looks = await Promise.all(processes.map((one) => one.ask({ do: 'look' })));
    return looks.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  };
  const cpuBefore = await cpu();
  const serverBefore = server === undefined ? 0 : serverCpuSeconds(server);
  const startedAt = performance.now();
  await Promise.all(fleets.map(({ first }) => first.ask({ do: 'resume' })));
  await Promise.all(fleets.map(ended));
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuAfter = await cpu();
  const serverAfter = server === undefined ? 0 : serverCpuSeconds(server);
  for (const one of processes) await one.end();
  return {
    perSecond: deliveryCount / seconds,
    cpuUs: ((cpuAfter - cpuBefore) * 1000) / deliveryCount,
    serverUs: ((serverAfter - serverBefore) * 1e6) / deliveryCount,
  };
};

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

/** Resolves once each process has claimed its part. */
const shared = async (place: ServerPlace | undefined, count: number, endpoints: number): Promise<void> => {
  if (place === undefined) return;
  const { address, password } = place;
  const client = new pg.Client({ ...address, password });
  await client.connect();
  const most = Math.ceil((endpoints + 1) / count);
  for (;;) {
    const { rows } = await client.query<{ most: number; claimed: number }>(
      `select max(count)::int as most, sum(count)::int as claimed from (
        select count(*) as count from "${address.prefix}_service".claims where generation is not null
        group by generation) as by_process`,
    );
    if (rows[0]?.claimed === endpoints + 1 && rows[0].most <= most) break;
    await pause();
  }
  await client.end();
};

interface ServiceChild {
  ask(order: Order): Promise<Look>;
  end(): Promise<void>;
}

const startProcess = async (place: ServerPlace | undefined): Promise<ServiceChild> => {
  const given = { place, dataDir: benchFolder() };
  const child = fork(join(import.meta.dirname, 'service-process.ts'), [JSON.stringify(given)], {
    execArgv: ['--max-semi-space-size=16'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  onCleanUp(() => void child.kill('SIGKILL'));
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`A service process ended with ${code}.`);
  });
  failed.catch(() => {});
  const answer = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), failed]))[0];
  await answer();
  return {
    ask(order) {
      const answered = answer();
      child.send(order);
      return answered as Promise<Look>;
    },
    async end() {
      const exited = once(child, 'exit');
      const stopped = answer();
      child.send({ do: 'stop' } satisfies Order);
      await stopped;
      child.kill('SIGKILL');
      await exited;
    },
  };
};
