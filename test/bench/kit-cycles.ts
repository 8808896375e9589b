import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What is left of test kits that were started, used and stopped, one after the other; sends it. */
export interface Cycles {
  /** MB over the fiftieth. */
  readonly heapMb: number;
  readonly residentMb: number;
  /** Handles that keep the process alive. */
  readonly handles: number;
  /** Open files and sockets. */
  readonly descriptors: number;
}

const warm = 50;
const [, , entry = '', count = '1000'] = process.argv;
const { startService } = (await import(entry)) as typeof import('#testing/index.ts');

const cycle = async (seed: number): Promise<void> => {
  await using service = await startService({ seed });
  const consumer = await service.consumer();
  await service.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });
  await service.publish('read.completed');
  await service.waitForDelivery({ status: 'Success' });
};

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const measured = () => {
  collect();
  collect();
  const { heapUsed, rss } = process.memoryUsage();
  return {
    heapUsed,
    rss,
    handles: process.getActiveResourcesInfo().length,
    descriptors: readdirSync('/proc/self/fd').length,
  };
};

for (let n = 0; n < warm; n++) await cycle(n);
const before = measured();
for (let n = warm; n < Number(count); n++) await cycle(n);
const after = measured();
process.send?.({
  heapMb: (after.heapUsed - before.heapUsed) / 1_048_576,
  residentMb: (after.rss - before.rss) / 1_048_576,
  handles: after.handles - before.handles,
  descriptors: after.descriptors - before.descriptors,
} satisfies Cycles);
await once(process, 'disconnect');
