import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { builtProcess } from '#test/support/built-process.ts';

/**
 * Processes of one store that claim and lease by the code of the service, on a real server, and only pretend to deliver.
 * They can be killed, paused, and told to leave; who holds what is looked at all the time.
 */
export interface Members {
  /** So many more. Resolves once all have joined. */
  start(count: number): Promise<void>;
  /** Those that have joined and run: neither ended nor paused. */
  running(): Member[];
  /** Ends it without a word, as a crash does. */
  kill(member: Member): void;
  /** As a machine that stands still: it knows nothing of the time that passes. */
  pause(member: Member): void;
  resume(member: Member): void;
  /** It ends in order. */
  leave(member: Member): Promise<void>;
  /** Told to all that run; whether they work is known to those that join later, too. */
  tell(order: MemberOrder): void;
  /** How many names there are to claim, from now on. */
  setNames(count: number): void;
  /** Resolves with the time that it took until every name is held by a process that runs, and all shares are even, ms. */
  settled(withinMs: number): Promise<number>;
  /** Most names of a running process, and fewest. */
  shares(): Promise<{ readonly most: number; readonly fewest: number; readonly unheld: number }>;
  /** Times in which a name was held by no running process, so far. */
  readonly outages: Outage[];
  /** Two processes at the same name, both believed by the store. */
  readonly violations: string[];
  /** Units of work that were refused or failed, by what they said. */
  readonly failures: ReadonlyMap<string, number>;
  query<Row>(text: string): Promise<Row[]>;
  /** Ends all of them. */
  end(): Promise<void>;
}

export interface Member {
  readonly pid: number;
}

export type Cause = 'killed' | 'paused' | 'left' | 'shared';

export interface Outage {
  readonly name: string;
  readonly ms: number;
  /** What became of the process that held it last; `shared`: it gave it up for another one. */
  readonly cause: Cause;
}

/** What a process is started with. */
export interface MemberGiven {
  readonly place: ServerPlace;
  readonly names: number;
  /** A piece of work takes so long at most, and begins so often in the middle, ms. */
  readonly workMs: number;
  readonly everyMs: number;
  readonly works: boolean;
}

export type MemberOrder =
  | { readonly do: 'leave' | 'rest' | 'work' }
  | { readonly do: 'names'; readonly count: number };

/** What a process says. */
export type MemberWord =
  | { readonly ready: true }
  | { readonly violation: string }
  | { readonly failed: string };

interface Unheld {
  readonly since: number;
  readonly cause: Cause;
}

interface Known {
  readonly child: ChildProcess;
  readonly member: Member;
  hasJoined: boolean;
  /** Undefined while it runs. */
  end: { readonly cause: Cause; readonly at: number } | undefined;
}

/** Processes that start at the same time: more would keep the processors from those that run. */
const startedAtOnce = 4;
const lookMs = 100;

export const createMembers = async (given: MemberGiven): Promise<Members> => {
  const { address, password } = given.place;
  const schema = `"${address.prefix}_service"`;
  const client = new pg.Pool({ ...address, password, max: 2 });
  client.on('error', () => {});
  const query = async <Row>(text: string): Promise<Row[]> =>
    (await client.query(text.replaceAll('$schema', schema))).rows as Row[];

  const known = new Map<number, Known>();
  const outages: Outage[] = [];
  const violations: string[] = [];
  const failures = new Map<string, number>();
  let names = given.names;
  let { works } = given;
  let isPrepared = false;

  const heard = (word: MemberWord): void => {
    if ('violation' in word) violations.push(word.violation);
    if ('failed' in word) failures.set(word.failed, (failures.get(word.failed) ?? 0) + 1);
  };

  /** Answers whether it has joined: as any process, it may fail to, while the store is busy. */
  const startOne = async (): Promise<boolean> => {
    const child = fork(
      await builtProcess('test/support/members/member-process.ts'),
      [JSON.stringify({ ...given, names, works } satisfies MemberGiven)],
      { execArgv: ['--max-old-space-size=128'], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    );
    const pid = child.pid as number;
    const one: Known = { child, member: { pid }, hasJoined: false, end: undefined };
    known.set(pid, one);
    child.on('message', heard);
    one.hasJoined = await Promise.race([
      once(child, 'message').then(() => true),
      once(child, 'exit').then(() => false),
    ]);
    if (!one.hasJoined) known.delete(pid);
    return one.hasJoined;
  };

  /** Tries again a few times. */
  const startForSure = async (): Promise<void> => {
    for (let tries = 0; !(await startOne()); tries++) {
      heard({ failed: 'A process ended before it had joined' });
      if (tries > 5) throw new Error('Processes end before they have joined.');
    }
    if (isPrepared) return;
    isPrepared = true;
    await query(`create table $schema.recorded (name text, generation int8, pid int8,
      at timestamptz not null default clock_timestamp())`);
    // The store itself refuses a second lease of the same name.
    await query('create unique index one_lease on $schema.leases (endpoint_seq)');
  };

  const endOf = (pid: number | undefined): Known['end'] =>
    pid === undefined ? undefined : (known.get(pid)?.end ?? undefined);

  interface Held {
    readonly name: string;
    readonly pid: number | null;
  }
  const look = (): Promise<Held[]> =>
    query<Held>(`select name, pid::int as pid from $schema.claims left join $schema.processes using (generation)
      where substr(name, 10)::int8 <= ${names}`);
  const isHeld = ({ pid }: Held): boolean => pid !== null && known.has(pid) && endOf(pid) === undefined;

  /** By name: who held it last, and since when it is held by nobody that runs. */
  const lastPid = new Map<string, number>();
  const unheld = new Map<string, Unheld>();
  const lostAt = ({ name, pid }: Held, now: number): Unheld => {
    const end = endOf(pid ?? lastPid.get(name));
    return { since: end?.at ?? now, cause: end?.cause ?? 'shared' };
  };
  const note = (rows: readonly Held[]): void => {
    const now = performance.now();
    for (const row of rows) {
      const was = unheld.get(row.name);
      if (!isHeld(row)) {
        if (was === undefined && lastPid.has(row.name)) unheld.set(row.name, lostAt(row, now));
        continue;
      }
      if (was !== undefined) outages.push({ name: row.name, cause: was.cause, ms: now - was.since });
      unheld.delete(row.name);
      lastPid.set(row.name, row.pid as number);
    }
  };
  let isEnding = false;
  const watching = (async () => {
    while (!isEnding) {
      if (isPrepared) note(await look().catch(() => []));
      await sleep(lookMs);
    }
  })();

  const running = (): Member[] =>
    [...known.values()]
      .filter(({ hasJoined, end }) => hasJoined && end === undefined)
      .map(({ member }) => member);

  const tell = (order: MemberOrder): void => {
    if (order.do === 'rest' || order.do === 'work') works = order.do === 'work';
    for (const { child, end } of known.values()) if (end === undefined) child.send(order);
  };

  const ends = (member: Member, cause: Cause): ChildProcess | undefined => {
    const one = known.get(member.pid);
    if (one !== undefined) one.end = { cause, at: performance.now() };
    return one?.child;
  };

  const shares: Members['shares'] = async () => {
    const rows = await look();
    const counts = new Map(running().map(({ pid }) => [pid, 0]));
    for (const { pid } of rows.filter(isHeld))
      counts.set(pid as number, (counts.get(pid as number) ?? 0) + 1);
    const held = [...counts.values()];
    return {
      most: Math.max(...held),
      fewest: Math.min(...held),
      unheld: names - rows.filter(isHeld).length,
    };
  };

  return {
    async start(count) {
      let left = count;
      // The first one makes the tables.
      if (!isPrepared) {
        await startForSure();
        left--;
      }
      const some = async (): Promise<void> => {
        while (left-- > 0) await startForSure();
      };
      await Promise.all(Array.from({ length: startedAtOnce }, some));
    },
    running,
    kill: (member) => void ends(member, 'killed')?.kill('SIGKILL'),
    pause: (member) => void ends(member, 'paused')?.kill('SIGSTOP'),
    resume(member) {
      const one = known.get(member.pid);
      if (one === undefined) return;
      one.end = undefined;
      one.child.kill('SIGCONT');
    },
    async leave(member) {
      const child = known.get(member.pid)?.child;
      if (child === undefined) return;
      const exited = once(child, 'exit');
      ends(member, 'left');
      child.send({ do: 'leave' } satisfies MemberOrder);
      await exited;
    },
    tell,
    setNames(count) {
      names = count;
      tell({ do: 'names', count });
    },
    async settled(withinMs) {
      const startedAt = performance.now();
      for (;;) {
        const { most, fewest, unheld } = await shares();
        const ms = performance.now() - startedAt;
        if (unheld === 0 && most - fewest <= 1) return ms;
        if (ms > withinMs)
          throw new Error(
            `After ${Math.round(ms / 1000)} s processes have ${fewest} to ${most} names, and ${unheld} are held by none.`,
          );
        await sleep(lookMs);
      }
    },
    shares,
    outages,
    violations,
    failures,
    query,
    async end() {
      if (isEnding) return;
      isEnding = true;
      await watching;
      const exits = [...known.values()].map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      });
      await Promise.all(exits);
      await client.end();
    },
  };
};

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
