import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Pool } from 'undici';

/** So many deliveries by a worker of BullMQ, which was installed into a folder; sends how many a second they were. */

interface Queue {
  addBulk(jobs: readonly { name: string; data: unknown; opts: unknown }[]): Promise<unknown>;
  close(): Promise<void>;
}
interface Worker {
  run(): Promise<void>;
  on(event: 'completed' | 'failed', listener: () => void): void;
  close(): Promise<void>;
}
interface Bullmq {
  readonly Queue: new (name: string, options: unknown) => Queue;
  readonly Worker: new (
    name: string,
    work: (job: { data: string }) => Promise<void>,
    options: unknown,
  ) => Worker;
}

const [, , folder = '', port = '', url = '', countText = ''] = process.argv;
const count = Number(countText);
const concurrency = 128;
const batch = 1000;
const { Queue, Worker } = createRequire(join(folder, 'package.json'))('bullmq') as Bullmq;
const connection = { host: '127.0.0.1', port: Number(port), maxRetriesPerRequest: null };
const name = `deliveries-${process.pid}`;

const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections: concurrency, allowH2: false });
const body = JSON.stringify({ eventType: 'connection.connected', payload: 'x'.repeat(400) });
const headers = { 'content-type': 'application/json' };

const queue = new Queue(name, { connection });
for (let at = 0; at < count; at += batch) {
  const jobs = Array.from({ length: Math.min(batch, count - at) }, () => ({
    name: 'delivery',
    data: body,
    opts: { attempts: 8, removeOnComplete: true, backoff: { type: 'exponential', delay: 5000 } },
  }));
  await queue.addBulk(jobs);
}
const work = async (job: { data: string }): Promise<void> => {
  const response = await pool.request({ path: pathname, method: 'POST', headers, body: job.data });
  await response.body.dump();
};
const worker = new Worker(name, work, { connection, concurrency, autorun: false });
const ended = new Promise<void>((resolve) => {
  let left = count;
  worker.on('completed', () => {
    if (--left === 0) resolve();
  });
});
const begun = performance.now();
void worker.run();
await ended;
process.send?.((count / (performance.now() - begun)) * 1000);
await worker.close();
await queue.close();
await pool.close();
process.disconnect();
