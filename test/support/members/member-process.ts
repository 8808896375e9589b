import { sql } from 'kysely';
import { silentLog } from '#base/log.ts';
import { endpointClaim } from '#service/core/context.ts';
import { createMembership } from '#service/scheduler/membership.ts';
import { takeIdentity } from '#service/store/identity.ts';
import { deleteLeases, deleteLeasesOf, insertLease } from '#service/store/leases.ts';
import { openServerStore } from '#service/store/server-store.ts';
import type { StoreServer } from '#service/store/store.ts';
import type { MemberGiven, MemberOrder, MemberWord } from './members.ts';

/**
 * A process of a store that claims and leases as the service does, and only pretends to deliver: it leases an endpoint,
 * waits, and records that it is done.
 */
const given = JSON.parse(process.argv[2] as string) as MemberGiven;
const tell = (word: MemberWord): void => void process.send?.(word);
process.on('disconnect', () => process.exit());

const store = await openServerStore({ ...given.place, dataKey: Buffer.alloc(32, 7), log: silentLog() });
const server = store.server as StoreServer;
const identity = await takeIdentity(store, undefined);

const namesOf = (count: number): string[] => Array.from({ length: count }, (_, n) => endpointClaim(n + 1));
let names = namesOf(given.names);
let isWorking = given.works;
/** Rises when others have what was under way. */
let epoch = 0;
/** Leased, and not recorded. */
const underWay = new Set<string>();

const membership = createMembership({
  store,
  server,
  log: silentLog(),
  clock: 'system',
  generation: identity.generation,
  delivers: true,
  names: () => names,
  isIdle: (name) => !underWay.has(name),
  async endLeases(tx, generations) {
    await deleteLeasesOf(tx, { generations });
    return 0;
  },
  claiming: async () => {},
  claimed: () => {},
  looked: () => {},
  abandon() {
    epoch++;
    underWay.clear();
  },
});

const lease = (name: string): Promise<number | undefined> =>
  server.writeBeside(async (tx) => {
    if (!membership.has(name) || underWay.has(name)) return undefined;
    underWay.add(name);
    const endpointSeq = Number(name.split(' ')[1]);
    const generation = membership.generation();
    // An index of the simulation refuses a second lease of one endpoint.
    return insertLease(tx, { generation, endpointSeq, at: Date.now() }, []);
  });

const record = (name: string, seq: number): Promise<void> =>
  server.writeBeside(async (tx) => {
    const held = await sql`select 1 from leases where seq = ${seq}`.execute(tx.db);
    if (held.rows.length === 0) tell({ violation: `${name} was recorded by a process that had lost it` });
    await deleteLeases(tx, [seq]);
    await sql`insert into recorded (name, generation, pid) values (${name}, ${membership.generation()}, ${process.pid})`.execute(
      tx.db,
    );
  });

const workOnce = async (): Promise<void> => {
  const idle = names.filter((name) => membership.has(name) && !underWay.has(name));
  const name = idle[Math.floor(Math.random() * idle.length)];
  if (name === undefined) return;
  const begunIn = epoch;
  try {
    const seq = await lease(name);
    if (seq === undefined || begunIn !== epoch) return;
    await sleep(Math.random() * given.workMs);
    if (begunIn !== epoch) return;
    await record(name, seq);
    if (begunIn === epoch) underWay.delete(name);
  } catch (error) {
    if (isSecondLease(error)) tell({ violation: `${name} was leased by two processes` });
    tell({ failed: error instanceof Error ? error.message : String(error) });
    // Whatever became of it: this process begins again as another one, and forgets what is under way.
    membership.lost();
  }
};

const isSecondLease = (error: unknown): boolean => (error as { code?: string }).code === '23505';
const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const leave = async (): Promise<void> => {
  isWorking = false;
  while (underWay.size > 0) await sleep(10);
  await membership.leave();
  await store.close();
  process.exit(0);
};

process.on('message', (order: MemberOrder) => {
  if (order.do === 'leave') void leave();
  if (order.do === 'rest') isWorking = false;
  if (order.do === 'work') isWorking = true;
  if (order.do === 'names') names = namesOf(order.count);
});

// As the service does, it looks for hints that did not come.
server.onHint((where) => {
  if (where !== 'any' && where.includes('claims')) membership.lookAgain();
});
await membership.join();
tell({ ready: true });
for (;;) {
  await sleep(Math.random() * 2 * given.everyMs);
  if (isWorking) void workOnce();
}
