import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { type ServiceProcess, startServiceProcess } from '#test/support/service-process.ts';

/** Several processes of one store, and what is asked of them all the time, whatever happens to them. */
export interface Load {
  readonly processes: ServiceProcess[];
  /** Kills one, and starts another in its place. */
  replace(index: number): Promise<void>;
  /** Ends the load. Resolves once everything that is stored was delivered. */
  settle(): Promise<Outcome>;
  query<Row>(text: string): Promise<Row[]>;
}

export interface Outcome {
  /** Names of companies whose creation was answered as done. */
  readonly acknowledged: readonly string[];
  /** How often the event of each company came. */
  readonly received: ReadonlyMap<string, number>;
  /** The longest time from an acknowledgement to the first attempt that came, ms. */
  readonly longestMs: number;
  /** Calls that were refused or cut off. */
  readonly failedCalls: number;
}

/** Who calls at the same time. */
const callers = 4;
export const endpoints = 6;

export const startLoad = async (place: ServerPlace, count: number): Promise<Load> => {
  const receivedAt = new Map<string, number[]>();
  const consumer = await startConsumer(({ body }) => {
    const { name } = (JSON.parse(body) as { payload: { name: string } }).payload;
    const times = receivedAt.get(name) ?? [];
    times.push(performance.now());
    receivedAt.set(name, times);
    return 200;
  });
  const processes = await Promise.all(Array.from({ length: count }, () => startServiceProcess(place)));
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
  const call = async (caller: number): Promise<void> => {
    for (let n = 0; !ended; n++) {
      const name = `company ${caller}-${n}`;
      const process = processes[(caller + n) % processes.length] as ServiceProcess;
      try {
        const response = await process.call('POST', '/companies', { name });
        await response.text();
        if (response.ok) acknowledgedAt.set(name, performance.now());
        else failedCalls++;
      } catch {
        failedCalls++;
      }
    }
  };
  const calling = Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));

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
      processes[index] = await startServiceProcess(place);
    },
    async settle() {
      ended = true;
      await calling;
      while ((await waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 100));
      const waits = [...acknowledgedAt].map(
        ([name, at]) => (receivedAt.get(name)?.[0] ?? Number.POSITIVE_INFINITY) - at,
      );
      return {
        acknowledged: [...acknowledgedAt.keys()],
        received: new Map([...receivedAt].map(([name, times]) => [name, times.length])),
        longestMs: Math.max(...waits),
        failedCalls,
      };
    },
  };
};
