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
/** For each process: what one has to compile, and to begin with, counts for as much of its deliveries in each case. */
const messages = 2000;
/** Sent before, by each process: until the engine has compiled what is used often. */
const warmUp = 1000;
/** At an equal rate, for so long, s. */
const offeredSeconds = 10;
/** Of what one process carries, below which cores don't slow each other down. */
const offeredShare = 0.5;
export const deliveryCount = messages * endpointCount;

/**
 * (server) Deliveries of one, two and three processes on one PostgreSQL server, which survives a power cut, and those of
 * a file, all in the same run, in turns. What counts is the processor time of one delivery, of processes and server: with
 * it, cores and not locks are the limit. Where there are more processes than cores, these slow each other down, too: so
 * the same is measured of processes that each have a store, and of one store at half of the rate that one process carries.
 */
export const onServer = async (): Promise<Result[]> => {
  const server = await startPostgres({ durable: true, settings: ['shared_buffers = 256MB'] });
  onCleanUp(() => server.stop());
  const consumer = await startModule('consumer.ts');
  const all: Record<string, Measured[]> = {};
  const add = (name: string, one: Measured): void => {
    all[name] = [...(all[name] ?? []), one];
    console.error(name, one);
  };
  for (let round = 0; round < rounds; round++) {
    const on = { server, round };
    add('file', await delivered(consumer, undefined, 1));
    const one = await delivered(consumer, on, 1);
    add('1', one);
    for (const count of [2, 3]) {
      add(`${count}`, await delivered(consumer, on, count));
      add(`apart${count}`, await deliveredApart(consumer, on, count));
    }
    const perSecond = Math.round(one.perSecond * offeredShare);
    for (const count of [1, 2, 3]) add(`offered${count}`, await deliveredAt(consumer, on, count, perSecond));
  }
  const of = (name: string | number, what: keyof Measured): number =>
    median((all[name] ?? []).map((one) => one[what]));
  const detail = (name: string | number): string =>
    `${rate(of(name, 'perSecond'))}; processor ${Math.round(of(name, 'cpuUs'))} + ${Math.round(of(name, 'serverUs'))} µs of the server`;
  /** Of the processes, and of processes and server: what is worse counts. */
  const compared = (what: string, name: string, other: string, ofWhat: string): Result => {
    const own = of(name, 'cpuUs') / of(other, 'cpuUs');
    const sum = of(name, 'sumUs') / of(other, 'sumUs');
    const both = `${own.toFixed(2)} without the server, ${sum.toFixed(2)} with it`;
    return result(what, Math.max(own, sum), '<', 1.15, '', `${ofWhat}: ${both}; ${detail(name)}`);
  };
  return [
    {
      what: '(server) deliveries of one process on PostgreSQL',
      figure: (of(1, 'perSecond') / of('file', 'perSecond')).toFixed(2),
      bar: noBar,
      reached: true,
      detail: `of those on a file: ${detail(1)}; on a file ${detail('file')}`,
    },
    ...[2, 3].flatMap((count) => [
      compared(
        `(server) processor time of a delivery, ${count} processes`,
        `${count}`,
        '1',
        'of that with one process',
      ),
      compared(
        `(server) the same, beside ${count} processes that share nothing but the machine`,
        `${count}`,
        `apart${count}`,
        `of theirs, ${detail(`apart${count}`)}`,
      ),
      compared(
        `(server) the same, ${count} processes at half of the rate that one carries`,
        `offered${count}`,
        'offered1',
        `of one process at that rate, ${detail('offered1')}`,
      ),
    ]),
  ];
};

export interface Measured {
  readonly perSecond: number;
  /** Processor time of one delivery in our processes, µs. */
  readonly cpuUs: number;
  /** The same in those of the server, µs. */
  readonly serverUs: number;
  readonly sumUs: number;
}

/** So many deliveries of each process that wait, sent at once by some processes of one store. */
export const delivered = async (
  consumer: string,
  on: { readonly server: PostgresServer; readonly round: number } | undefined,
  count: number,
): Promise<Measured> => {
  const place = on && placeOn(on.server, `bench_${count}_${on.round}`, 10);
  const fleet = await startFleet(consumer, place, count, endpointCount);
  await holdBack(fleet, messages * count);
  return measured(on?.server, [fleet], deliveryCount * count, resumed);
};

/** As many a second, in whatever number of processes: of which the first publishes what all of them deliver. */
const deliveredAt = async (
  consumer: string,
  on: { readonly server: PostgresServer; readonly round: number },
  count: number,
  perSecond: number,
): Promise<Measured> => {
  const place = placeOn(on.server, `offered_${count}_${on.round}`, 10);
  const fleet = await startFleet(consumer, place, count, endpointCount);
  const each = Math.round(perSecond / endpointCount);
  const published = each * offeredSeconds;
  return measured(on.server, [fleet], published * endpointCount, ({ first }) =>
    first.ask({ do: 'publish', count: published, perSecond: each }),
  );
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
    const fleet = await startFleet(consumer, place, 1, endpointCount / count);
    await holdBack(fleet, messages * count);
    fleets.push(fleet);
  }
  return measured(on.server, fleets, deliveryCount * count, resumed);
};

/** The processes of one store. */
interface Fleet {
  readonly first: ServiceChild;
  readonly all: readonly ServiceChild[];
}

/** They have sent so much that the engine has compiled it. */
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
  return { first, all };
};

const holdBack = async ({ first }: Fleet, count: number): Promise<void> => {
  await first.ask({ do: 'pause' });
  await first.ask({ do: 'publish', count });
};
const resumed = ({ first }: Fleet): Promise<unknown> => first.ask({ do: 'resume' });

const ended = async ({ first }: Pick<Fleet, 'first'>): Promise<void> => {
  while ((await first.ask({ do: 'look' })).waiting > 0) await pause();
};

const measured = async (
  server: PostgresServer | undefined,
  fleets: readonly Fleet[],
  count: number,
  begin: (fleet: Fleet) => Promise<unknown>,
): Promise<Measured> => {
  const processes = fleets.flatMap(({ all }) => all);
  const cpu = async (): Promise<number> => {
    const looks = await Promise.all(processes.map((one) => one.ask({ do: 'look' })));
    return looks.reduce((sum, { cpuMs }) => sum + cpuMs, 0);
  };
  const cpuBefore = await cpu();
  const serverBefore = server === undefined ? 0 : serverCpuSeconds(server);
  const startedAt = performance.now();
  await Promise.all(fleets.map(begin));
  await Promise.all(fleets.map(ended));
  const seconds = (performance.now() - startedAt) / 1000;
  const cpuAfter = await cpu();
  const serverAfter = server === undefined ? 0 : serverCpuSeconds(server);
  for (const one of processes) await one.end();
  const cpuUs = ((cpuAfter - cpuBefore) * 1000) / count;
  const serverUs = ((serverAfter - serverBefore) * 1e6) / count;
  return { perSecond: count / seconds, cpuUs, serverUs, sumUs: cpuUs + serverUs };
};

/** Between two looks, which take time of the process that is measured. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 200));

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
