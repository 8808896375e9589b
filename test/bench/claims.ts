import pg from 'pg';
import { createMembers, type Members, type Outage } from '#test/support/members/members.ts';
import { type PostgresServer, startPostgres } from '#test/support/postgres/server.ts';
import { placeOn } from '#test/support/postgres/shared.ts';
import { cpuSecondsOf, onCleanUp } from './processes.ts';
import { median, noBar, type Result, result } from './results.ts';
import { serverCpuSeconds } from './server-load.ts';

const count = Number(process.env.BENCH_PROCESSES ?? 100);
/** As many endpoints as a store may have. */
const endpoints = 50;
/** More than a store may have: how the claims grow. */
const manyEndpoints = Number(process.env.BENCH_CLAIMS ?? 2000);
const seed = Number(process.env.BENCH_SEED ?? 20);
/** Processes are killed, stand still, leave and join for so long, ms. */
const troubleMs = 45_000;
const idleMs = 15_000;
/** One of them stands still for so long, which is longer than the others wait, ms. */
const stillMs = 12_000;
/** What a process has is held by others after so long at most, ms. */
const takenOverMs = 15_000;
const joining = 10;

/**
 * (claims) So many processes of one store on one server, each a process of the system with connections of its own: they
 * claim, lease and beat by the code of the service, and only pretend to deliver. They are killed, stand still, leave and
 * join at random, by a seed.
 */
export const claims = async (): Promise<Result[]> => {
  const server = await startPostgres({
    settings: [
      'max_connections = 600',
      'shared_buffers = 128MB',
      "shared_preload_libraries = 'pg_stat_statements'",
    ],
  });
  onCleanUp(() => server.stop());
  const place = placeOn(server, 'claims', 2);
  const members = await createMembers({ place, names: endpoints, workMs: 400, everyMs: 3000, works: false });
  onCleanUp(() => void members.end());
  const client = new pg.Client({ ...place.address, password: place.password });
  await client.connect();
  await client.query('create extension pg_stat_statements');
  await members.start(count);
  await members.settled(60_000);
  console.error(`${count} processes have joined`);
  const few = await loaded(server, members, client);
  console.error(few);
  const inTrouble = await throughTrouble(members);
  console.error({
    ...inTrouble,
    outages: inTrouble.outages.map(({ cause, ms }) => `${cause} ${Math.round(ms)} ms`),
  });
  members.setNames(manyEndpoints);
  await members.settled(120_000);
  const many = await loaded(server, members, client);
  const failures = [...members.failures].map(([text, times]) => `${times} times: ${text}`);
  if (failures.length > 0) console.error(failures.join('\n'));
  await client.end();
  await members.end();
  return [...troubleResults(inTrouble), ...loadResults(endpoints, few), ...loadResults(manyEndpoints, many)];
};

/** With nothing to deliver, a second; and what it takes to share with more. */
interface Load {
  readonly serverCpuMs: number;
  readonly statements: number;
  /** Of one of our processes. */
  readonly processCpuMs: number;
  /** Of the server's time in statements, that of those that claim. */
  readonly claimShare: number;
  /** The same of the heartbeats. */
  readonly beatShare: number;
  /** Claiming, each time, ms. */
  readonly claimMs: number;
  /** Until ten more have started and joined, and from then on until shares are even, ms; and those shares. */
  readonly joinedMs: number;
  readonly evenMs: number;
  readonly shares: { readonly most: number; readonly fewest: number };
}

const loaded = async (server: PostgresServer, members: Members, client: pg.Client): Promise<Load> => {
  await sleep(3000);
  const idle = await idleLoad(server, members, client);
  const startedAt = performance.now();
  await members.start(joining);
  const joinedMs = performance.now() - startedAt;
  const evenMs = await members.settled(120_000);
  const shares = await members.shares();
  await Promise.all(members.running().slice(-joining).map(members.leave));
  await members.settled(120_000);
  return { ...idle, joinedMs, evenMs, shares };
};

interface Trouble {
  readonly outages: readonly Outage[];
  readonly killed: number;
  readonly stoodStill: number;
  /** Pieces of work in that time. */
  readonly recorded: number;
  readonly violations: readonly string[];
  /** Units of work and starts that were refused or failed. */
  readonly failed: number;
  /** From the last of the trouble until shares were even, ms. */
  readonly evenAfterMs: number;
}

const throughTrouble = async (members: Members): Promise<Trouble> => {
  members.tell({ do: 'work' });
  const before = members.outages.length;
  const { killed, stoodStill } = await trouble(members);
  const evenAfterMs = await members.settled(120_000);
  await restored(members);
  members.tell({ do: 'rest' });
  return {
    outages: members.outages.slice(before),
    killed,
    stoodStill,
    recorded: await recorded(members),
    violations: members.violations,
    failed: [...members.failures.values()].reduce((sum, one) => sum + one, 0),
    evenAfterMs,
  };
};

/** As many as before the trouble. */
const restored = async (members: Members): Promise<void> => {
  const missing = count - members.running().length;
  if (missing > 0) await members.start(missing);
  else await Promise.all(members.running().slice(count).map(members.leave));
};

const recorded = async (members: Members): Promise<number> => {
  const [row] = await members.query<{ count: string }>('select count(*) as count from $schema.recorded');
  return Number(row?.count);
};

const idleLoad = async (
  server: PostgresServer,
  members: Members,
  client: pg.Client,
): Promise<Omit<Load, 'joinedMs' | 'evenMs' | 'shares'>> => {
  const pids = members.running().map(({ pid }) => pid);
  const ownCpu = (): number => pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
  await client.query('select pg_stat_statements_reset()');
  const before = { server: serverCpuSeconds(server), own: ownCpu() };
  await sleep(idleMs);
  const seconds = idleMs / 1000;
  const serverCpuMs = ((serverCpuSeconds(server) - before.server) * 1000) / seconds;
  const processCpuMs = ((ownCpu() - before.own) * 1000) / seconds / pids.length;
  const { rows } = await client.query<{
    calls: number;
    claim: number;
    each: number | null;
    beat: number;
    all: number;
  }>(
    // Every look of the simulation itself is left out.
    `select sum(calls)::float8 as calls, sum(total_exec_time) as all,
      sum(total_exec_time) filter (where query like '%claims%') as claim,
      sum(total_exec_time) filter (where query like '%claims%')
        / (max(calls) filter (where query like 'select name from claims%')) as each,
      sum(total_exec_time) filter (where query like '%set beat_at%') as beat from pg_stat_statements where query not like '%left join%'`,
  );
  const row = rows[0] ?? { calls: 0, claim: 0, each: 0, beat: 0, all: 1 };
  return {
    serverCpuMs,
    processCpuMs,
    statements: row.calls / seconds,
    claimMs: row.each ?? 0,
    claimShare: row.claim / row.all,
    beatShare: row.beat / row.all,
  };
};

/** Once a second something happens to one of them. */
const trouble = async (members: Members): Promise<{ killed: number; stoodStill: number }> => {
  const random = seeded(seed);
  const underWay: Promise<unknown>[] = [];
  let killed = 0;
  let stoodStill = 0;
  const standStill = async (): Promise<void> => {
    const one = anyOf(members, random);
    members.pause(one);
    stoodStill++;
    await sleep(stillMs);
    members.resume(one);
  };
  const endsAt = performance.now() + troubleMs;
  while (performance.now() < endsAt) {
    const chance = random();
    const { length } = members.running();
    if (length > count + joining || (length > count * 0.8 && chance < 0.4)) {
      members.kill(anyOf(members, random));
      killed++;
    } else if (length > count * 0.8 && chance < 0.55) underWay.push(standStill());
    else if (length > count * 0.8 && chance < 0.65) underWay.push(members.leave(anyOf(members, random)));
    else underWay.push(members.start(1));
    await sleep(1000);
  }
  await Promise.all(underWay);
  return { killed, stoodStill };
};

const anyOf = (members: Members, random: () => number) => {
  const running = members.running();
  return running[Math.floor(random() * running.length)] as (typeof running)[number];
};

/** Mulberry32: the same numbers each time. */
const seeded = (start: number): (() => number) => {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const troubleResults = (of: Trouble): Result[] => {
  const what = `(claims) ${count} processes, ${endpoints} endpoints`;
  const times = (cause: Outage['cause']): number[] =>
    of.outages.filter((one) => one.cause === cause).map(({ ms }) => ms);
  const said = (cause: Outage['cause']): string => {
    const all = times(cause);
    if (all.length === 0) return 'none';
    return `median ${seconds(median(all))}, max ${seconds(Math.max(...all))} (${all.length})`;
  };
  const outage = (cause: Outage['cause'], when: string, more: string): Result =>
    result(
      `${what}: longest without a process that runs, ${when}`,
      Math.max(...times(cause), 0) / 1000,
      '<',
      takenOverMs / 1000,
      ' s',
      `by endpoint: ${said(cause)}${more}`,
    );
  return [
    result(
      `${what}: two at work at one`,
      of.violations.length,
      '<',
      1,
      ' times',
      `in ${of.recorded.toLocaleString('en')} pieces of work; ${of.killed} processes killed, ${of.stoodStill} stood still for ${stillMs / 1000} s, ${of.failed} units of work and starts refused; seed ${seed}`,
    ),
    outage('killed', 'after a kill', ''),
    outage(
      'paused',
      'after one stood still',
      `; left: ${said('left')}; given to another: ${said('shared')}; shares even ${seconds(of.evenAfterMs)} after the last of it`,
    ),
  ];
};

const loadResults = (names: number, load: Load): Result[] => {
  const what = `(claims) ${count} processes, ${names.toLocaleString('en')} endpoints`;
  return [
    result(
      `${what}: even after ${joining} join`,
      load.evenMs / 1000,
      '<',
      takenOverMs / 1000,
      ' s',
      `after the last of them has joined, which took ${seconds(load.joinedMs)}; ${load.shares.fewest} to ${load.shares.most} each then`,
    ),
    {
      what: `${what}: idle`,
      figure: `${Math.round(load.serverCpuMs)} ms/s`,
      bar: noBar,
      reached: true,
      detail: `processor of the server; ${Math.round(load.statements).toLocaleString('en')} statements/s, of their time ${percent(load.claimShare)} claims, ${load.claimMs.toFixed(1)} ms each time, and ${percent(load.beatShare)} heartbeats; ${load.processCpuMs.toFixed(1)} ms/s of each process`,
    },
  ];
};

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
