import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { Pool } from 'undici';

/**
 * So many deliveries by a worker of graphile-worker or pg-boss, which was installed into a folder, in the way that each
 * recommends for many short jobs: fetched and completed in batches. Says when they begin, and when none is left.
 */

interface GraphileWorker {
  makeWorkerUtils(options: unknown): Promise<{
    migrate(): Promise<void>;
    addJobs(jobs: readonly unknown[]): Promise<unknown>;
    release(): Promise<void>;
  }>;
  run(options: unknown): Promise<{ stop(): Promise<void> }>;
}
interface PgBoss {
  start(): Promise<unknown>;
  createQueue(name: string): Promise<void>;
  insert(name: string, jobs: readonly unknown[]): Promise<unknown>;
  work(
    name: string,
    options: unknown,
    work: (jobs: readonly { data: Job }[]) => Promise<void>,
  ): Promise<unknown>;
  stop(options: unknown): Promise<void>;
}
interface Job {
  readonly path: string;
  readonly body: string;
}
interface Worker {
  add(jobs: readonly Job[]): Promise<void>;
  start(): Promise<void>;
  /** A query of how many are left. */
  readonly left: string;
  stop(): Promise<void>;
}

const [, , kind = '', folder = '', connectionString = '', origin = '', countText = ''] = process.argv;
const count = Number(countText);
/** As many as ours sends at once to one endpoint. */
const concurrency = 128;
const batch = 1000;
const paths = 12;
/** As the window of ours. */
const attempts = 8;

const pool = new Pool(origin, { connections: concurrency, allowH2: false });
const headers = { 'content-type': 'application/json' };
const deliver = async ({ path, body }: Job): Promise<void> => {
  const response = await pool.request({ path, method: 'POST', headers, body });
  await response.body.dump();
  if (response.statusCode >= 300) throw new Error(`The consumer answered ${response.statusCode}`);
};

const load = async <T>(name: string): Promise<T> => {
  const path = createRequire(join(folder, 'package.json')).resolve(name);
  return (await import(pathToFileURL(path).href)) as T;
};

const graphileWorker = async (): Promise<Worker> => {
  const { makeWorkerUtils, run } = await load<GraphileWorker>('graphile-worker');
  const utils = await makeWorkerUtils({ connectionString });
  await utils.migrate();
  let runner: { stop(): Promise<void> } | undefined;
  return {
    left: 'select count(*)::int as count from graphile_worker.jobs',
    async add(jobs) {
      await utils.addJobs(jobs.map((payload) => ({ identifier: 'deliver', payload, maxAttempts: attempts })));
    },
    async start() {
      const worker = {
        connectionString,
        maxPoolSize: 10,
        concurrentJobs: concurrency,
        localQueue: { size: 500 },
        completeJobBatchDelay: 5,
        failJobBatchDelay: 5,
      };
      runner = await run({ preset: { worker }, taskList: { deliver }, noHandleSignals: true });
    },
    async stop() {
      await runner?.stop();
      await utils.release();
    },
  };
};

const pgBoss = async (): Promise<Worker> => {
  const { PgBoss } = await load<{ PgBoss: new (options: unknown) => PgBoss }>('pg-boss');
  const boss = new PgBoss({ connectionString, max: 10 });
  await boss.start();
  await boss.createQueue('deliver');
  return {
    left: `select count(*)::int as count from pgboss.job where name = 'deliver' and state < 'completed'`,
    async add(jobs) {
      await boss.insert(
        'deliver',
        jobs.map((data) => ({ data, retryLimit: attempts - 1, retryBackoff: true, retryDelay: 5 })),
      );
    },
    async start() {
      const options = {
        localConcurrency: 8,
        batchSize: concurrency,
        burstWhenBatchFull: true,
        pollingIntervalSeconds: 0.5,
      };
      await boss.work('deliver', options, async (jobs) => {
        await Promise.all(jobs.map(({ data }) => deliver(data)));
      });
    },
    stop: () => boss.stop({ graceful: false }),
  };
};

const client = new pg.Client({ connectionString });
await client.connect();
const worker = await (kind === 'pg-boss' ? pgBoss() : graphileWorker());
const text = JSON.stringify({ eventType: 'connection.connected', payload: 'x'.repeat(400) });
for (let at = 0; at < count; at += batch) {
  await worker.add(
    Array.from({ length: Math.min(batch, count - at) }, (_, n) => ({
      path: `/hook/${(at + n) % paths}`,
      body: text,
    })),
  );
}
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
process.send?.({ cpuMs: cpuMs() });
await new Promise((resolve) => process.once('message', resolve));
await worker.start();
for (;;) {
  const { rows } = await client.query<{ count: number }>(worker.left);
  if (rows[0]?.count === 0) break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
process.send?.({ cpuMs: cpuMs() });
await worker.stop();
await client.end();
await pool.close();
process.disconnect();
