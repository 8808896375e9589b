import { once } from 'node:events';

/** What a first and the following starts of an installed test kit take, and a retry test with it; sends them. */
export interface Starts {
  readonly importMs: number;
  readonly firstMs: number;
  readonly nextMs: readonly number[];
  /** A webhook that fails seven times and then arrives, 27 hours and 35 minutes of virtual time. */
  readonly retryMs: readonly number[];
}

const nexts = 10;
const attempts = 8;

const took = async <T>(work: () => Promise<T>): Promise<{ ms: number; done: T }> => {
  const from = performance.now();
  const done = await work();
  return { ms: performance.now() - from, done };
};

const [, , entry = ''] = process.argv;
const imported = await took(() => import(entry) as Promise<typeof import('#testing/index.ts')>);
const { startService } = imported.done;
const first = await took(() => startService({ clock: 'skipping' }));
await first.done.stop();
const nextMs: number[] = [];
const retryMs: number[] = [];
for (let n = 0; n < nexts; n++) {
  const { ms, done: service } = await took(() => startService({ clock: 'skipping' }));
  nextMs.push(ms);
  const retry = await took(async () => {
    const consumer = await service.consumer();
    await service.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });
    await consumer.respond(500, { times: attempts - 1 });
    await service.publish('read.completed');
    return service.waitForDelivery({ status: 'Success' });
  });
  if (retry.done.attempts !== attempts) throw new Error(`It took ${retry.done.attempts} attempts.`);
  retryMs.push(retry.ms);
  await service.stop();
}
process.send?.({ importMs: imported.ms, firstMs: first.ms, nextMs, retryMs } satisfies Starts);
await once(process, 'disconnect');
