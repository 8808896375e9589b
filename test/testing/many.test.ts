import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { startService } from '#testing/index.ts';

const folders = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`carryover-kit-${process.pid}-`));

/** Sockets, servers, watchers and threads that keep this process alive, by kind: not the timer of who waits for it. */
const handles = (): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) {
    if (kind !== 'Timeout') counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
};

test('twenty services at once, each on its own', { timeout: 120_000 }, async () => {
  const before = folders().length;
  const services = await Promise.all(
    Array.from({ length: 20 }, (_, n) => startService({ seed: n, clock: 'skipping' })),
  );
  try {
    expect(new Set(services.map(({ url }) => url)).size).toBe(20);
    await Promise.all(
      services.map(async (service, n) => {
        const consumer = await service.consumer();
        await service.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });
        await consumer.respond(500, { times: 1 + (n % 7) });
        await service.publish('read.completed');
        const { attempts } = await service.waitForDelivery({ status: 'Success' }, { timeoutMs: 60_000 });
        expect(attempts).toBe(2 + (n % 7));
        expect(consumer.requests).toHaveLength(attempts);
      }),
    );
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
  expect(folders().length).toBe(before);
});

test('starting and stopping leaves no handle and no folder', { timeout: 120_000 }, async () => {
  const cycle = async (): Promise<void> => {
    await using service = await startService({ seed: 1 });
    await service.consumer();
    await service.publish('company.created');
  };
  // What the test before closed may still be on its way out.
  await expect.poll(() => handles().TCPServerWrap).toBeUndefined();
  const [before, left] = [handles(), folders()];
  for (let n = 0; n < 8; n++) await cycle();
  expect(folders()).toEqual(left);
  await expect.poll(handles).toEqual(before);
});

/** In a process of its own, on the code as it ships: what others keep is not counted. */
const growth = `
  const { startService } = await import(process.argv[1]);
  const cycle = async () => {
    await using service = await startService({ seed: 1 });
    const consumer = await service.consumer();
    await service.createEndpoint({ url: consumer.url, eventTypes: ['read.completed'] });
    await consumer.respond(500, { times: 1 });
    await service.publish('read.completed');
    await service.waitForDelivery({ status: 'Attempting' });
  };
  const heap = () => (gc(), gc(), process.memoryUsage().heapUsed);
  for (let n = 0; n < 10; n++) await cycle();
  const before = heap();
  for (let n = 0; n < 20; n++) await cycle();
  console.log(heap() - before);
`;

test('a service that has stopped is not kept: the heap stays as it is', { timeout: 120_000 }, async () => {
  const testing = join(packageRoot(), 'out', 'kit', 'testing.js');
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--expose-gc',
    '--input-type=module',
    '-e',
    growth,
    testing,
  ]);
  // A validator compiled anew by each service was 120 KB a cycle.
  expect(Number(stdout)).toBeLessThan(1_000_000);
});
