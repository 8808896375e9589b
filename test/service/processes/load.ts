import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';

/** Several processes of one store, and what is asked of them all the time, whatever happens to them. */
export interface Load {
  readonly processes: ServiceProcess[];
  /** Kills one, and starts another in its place. */
  replace(index: number): Promise<void>;
  /** Ends one in order, and starts another build in its place: one that has more migrations. */
  upgrade(index: number, more: Readonly<Record<string, readonly string[]>>): Promise<void>;
  /** Ends the load. Resolves once everything that is stored was delivered, with what was asked since it began. */
  settle(): Promise<Outcome>;
  /** Begins it again. */
  resume(): void;
  /** Calls come slowly while this lasts: it lasts long, and says what it says of one call a process as of hundreds. */
  slowly(work: () => Promise<unknown>): Promise<void>;
  /** Resolves once so many more calls were acknowledged: the load does run. */
  acknowledge(more: number): Promise<void>;
  query<Row>(text: string): Promise<Row[]>;
}

export interface Outcome {
  /** Names of companies whose creation was answered as done. */
  readonly acknowledged: readonly string[];
  /** Events that are missing at an endpoint though their company was acknowledged. */
  readonly lost: readonly string[];
  /** How many came more than once. */
  readonly repeats: number;
  /** The longest time from an acknowledgement to the first attempt at each endpoint, ms. */
  readonly longestMs: number;
  /** Calls that were refused or cut off. */
  readonly failedCalls: number;
}

/** Nothing that was acknowledged is lost, and the log has each attempt once, in order. */
export const expectWhole = async (what: string, { query }: Load, outcome: Outcome): Promise<void> => {
  const { acknowledged, lost, failedCalls, repeats, longestMs } = outcome;
  console.log(
    `${what}: ${acknowledged.length} acknowledged, ${failedCalls} calls failed, ${repeats} repeats, longest wait ${(longestMs / 1000).toFixed(1)} s`,
  );
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(lost).toEqual([]);
  const [counts] = await query<
    Record<'deliveries' | 'succeeded' | 'messages' | 'twice' | 'gaps' | 'disorder', string>
  >(`
    select (select count(*) from $schema.deliveries) as deliveries,
      (select count(*) from $schema.deliveries where status = 'Success') as succeeded,
      (select count(*) from $schema.messages) as messages,
      (select count(*) from (select 1 from $schema.attempts where error is distinct from 'Interrupted'
        group by delivery_seq, number having count(*) > 1) as twice) as twice,
      (select count(*) from (select delivery_seq from $schema.attempts group by delivery_seq
        having max(number) <> count(distinct number)) as gaps) as gaps,
      (select count(*) from $schema.attempts a join $schema.attempts b
        on b.delivery_seq = a.delivery_seq and b.number > a.number and b.at < a.at) as disorder`);
  expect(counts).toMatchObject({ deliveries: counts?.succeeded, twice: '0', gaps: '0', disorder: '0' });
  expect(Number(counts?.deliveries)).toBe(Number(counts?.messages) * endpoints);
};

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Who calls at the same time. */
const callers = 4;
const endpoints = 6;
/**
 * How long a caller waits before its next call, ms: some are under way at any instant, and a run of all tests has
 * processors left for others. Where more is asked for, they call as fast as they are answered.
 */
const asksForMore =
  process.env.CARRYOVER_KILLS !== undefined || process.env.CARRYOVER_FAULT_SECONDS !== undefined;
const pausesMs = asksForMore ? { usual: 0, slow: 0 } : { usual: 30, slow: 400 };

/** @param places of the store, one for each process; the first is also that of `query` */
export const startLoad = async (places: readonly ServerPlace[]): Promise<Load> => {
  const receivedAt = new Map<string, number[]>();
  let round = 0;
  const consumer = await startConsumer(({ body, path }) => {
    const { name } = (JSON.parse(body) as { payload: { name: string } }).payload;
    const event = `${name} at ${path}`;
    const times = receivedAt.get(event) ?? [];
    times.push(performance.now());
    receivedAt.set(event, times);
    return 200;
  });
  const processes = await Promise.all(places.map((place) => startServiceProcess(place)));
  const [place] = places as readonly [ServerPlace];
  for (let n = 0; n < endpoints; n++) {
    await processes[0]?.api('POST', '/webhooks', {
      url: `${consumer.url}/${n}`,
      eventTypes: ['company.created'],
    });
  }
  const client = new pg.Pool({ ...place.address, password: place.password, max: 1 });
  client.on('error', () => {});
  onTestFinished(() => client.end());
  const query = async <Row>(text: string): Promise<Row[]> =>
    (await client.query(text.replaceAll('$schema', `"${place.address.prefix}_service"`))).rows as Row[];

  const acknowledgedAt = new Map<string, number>();
  let failedCalls = 0;
  let ended = false;
  let pauseMs = pausesMs.usual;
  const call = async (caller: number): Promise<void> => {
    for (let n = 0; !ended; n++) {
      const name = `company ${round}-${caller}-${n}`;
      const process = processes[(caller + n) % processes.length] as ServiceProcess;
      try {
        const response = await process.call('POST', '/companies', { name });
        await response.text();
        if (response.ok) acknowledgedAt.set(name, performance.now());
        else failedCalls++;
      } catch {
        failedCalls++;
      }
      await wait(pauseMs);
    }
  };
  const callAll = () => Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  let calling = callAll();
  onTestFinished(() => {
    ended = true;
  });

  const waiting = async (): Promise<number> => {
    const [row] = await query<{ count: string }>(
      "select count(*) as count from $schema.deliveries where status in ('Sending', 'Attempting')",
    ).catch(() => []);
    return Number(row?.count ?? 1);
  };

  return {
    processes,
    query,
    async replace(index) {
      await processes[index]?.end('SIGKILL');
      processes[index] = await startServiceProcess(places[index] as ServerPlace);
    },
    async upgrade(index, more) {
      await processes[index]?.end('SIGTERM');
      processes[index] = await startServiceProcess(places[index] as ServerPlace, more);
    },
    async settle() {
      ended = true;
      await calling;
      while ((await waiting()) > 0) await wait(100);
      const events = [...acknowledgedAt].flatMap(([name, at]) =>
        Array.from({ length: endpoints }, (_, n) => ({ event: `${name} at /${n}`, at })),
      );
      const first = (event: string): number => receivedAt.get(event)?.[0] ?? Number.POSITIVE_INFINITY;
      const counts = [...receivedAt.values()].map((times) => times.length);
      return {
        acknowledged: [...acknowledgedAt.keys()],
        lost: events.flatMap(({ event }) => (receivedAt.has(event) ? [] : [event])),
        repeats: counts.reduce((sum, count) => sum + count - 1, 0),
        longestMs: Math.max(...events.map(({ event, at }) => first(event) - at)),
        failedCalls,
      };
    },
    async slowly(work) {
      pauseMs = pausesMs.slow;
      await work();
      pauseMs = pausesMs.usual;
    },
    async acknowledge(more) {
      const wanted = acknowledgedAt.size + more;
      while (acknowledgedAt.size < wanted) await wait(10);
    },
    resume() {
      for (const known of [receivedAt, acknowledgedAt]) known.clear();
      failedCalls = 0;
      ended = false;
      round++;
      calling = callAll();
    },
  };
};
