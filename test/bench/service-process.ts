import { createLog } from '#base/log.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { createService } from '#service/index.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { makeEndpoints, publish } from './delivering.ts';

/**
 * A service in a process of its own, on a store that a server keeps or in a file. It does what it is asked to, one thing
 * after another, and answers with a look at it.
 */
export type Order =
  | { readonly do: 'endpoints'; readonly urls: readonly string[] }
  | { readonly do: 'publish'; readonly count: number; readonly perSecond?: number }
  | { readonly do: 'pause' | 'resume' | 'look' | 'stop' };

export interface Look {
  /** Processor time that it has used so far, ms. */
  readonly cpuMs: number;
  /** Deliveries of the store that wait for an attempt. */
  readonly waiting: number;
}

const given = JSON.parse(process.argv[2] as string) as {
  readonly place?: ServerPlace;
  readonly dataDir: string;
};
const { seed: _, ...options } = serviceOptions(given.dataDir, Buffer.alloc(32, 7));
const service = await createService({
  ...options,
  ...(given.place === undefined ? {} : { storeServer: given.place }),
  clock: 'system',
  allowPrivate: true,
  indexesText: false,
  log: createLog(),
});

const carryOut = async (order: Order): Promise<void> => {
  if (order.do === 'endpoints') await makeEndpoints(service, order.urls);
  if (order.do === 'publish') await publish(service, order.count, order.perSecond);
  if (order.do === 'pause') await service.control.clock.pause();
  if (order.do === 'resume') await service.control.clock.resume();
  if (order.do === 'stop') await service.stop(1000);
};

const look = async (): Promise<Look> => {
  const { waiting } = await service.control.health();
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1000, waiting };
};

process.on('message', (order: Order) => {
  void carryOut(order)
    .then(() => (order.do === 'stop' ? {} : look()))
    .then((answer) => process.send?.(answer));
});
await service.start();
process.send?.('ready');
