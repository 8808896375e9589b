import { createInterface } from 'node:readline';
import { createLog } from '#base/log.ts';
import { type KitOptions, onLoopback, openKit } from './index.ts';

/** What the process is told on the first line of its input. */
export type KitOrder = Pick<KitOptions, 'clock' | 'seed' | 'apiKey' | 'allowPrivate' | 'keyOf'>;

/**
 * A service in a process of its own: it reads its options as a line of JSON, writes its addresses as one, and stops when
 * its input ends, so that it never outlives whoever started it.
 */
const run = async (): Promise<void> => {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const { value } = await lines.next();
  const order = JSON.parse(value ?? '{}') as KitOrder;
  const kit = await openKit({
    ...order,
    ...onLoopback,
    log: createLog({ level: 'warn' }),
  });
  const { stop, ...address } = kit;
  process.stdout.write(`${JSON.stringify(address)}\n`);
  await lines.next();
  await stop(0);
  process.exit();
};

await run();
