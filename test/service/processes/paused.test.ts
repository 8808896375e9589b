import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { ServerPlace } from '#base/store/postgres/database.ts';
import { createService, type Service } from '#service/index.ts';
import { makeEndpoints, publish } from '#test/bench/delivering.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { temporaryPlace } from '#test/support/postgres/shared.ts';
import { serviceOptions } from '#test/support/service-options.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const start = async (storeServer: ServerPlace): Promise<Service> => {
  const { seed: _, ...options } = serviceOptions(temporaryFolder(), Buffer.alloc(32, 7));
  const service = await createService({
    ...options,
    storeServer,
    clock: 'system',
    allowPrivate: true,
    indexesText: false,
    log: silentLog(),
  });
  onTestFinished(() => service.stop(1000));
  await service.start();
  return service;
};

test('what one process pauses and resumes is held back and delivered by the others, too', async () => {
  const place = await temporaryPlace();
  const consumer = await startConsumer();
  const first = await start(place);
  await makeEndpoints(
    first,
    [1, 2, 3, 4].map((n) => `${consumer.url}/${n}`),
  );
  const second = await start(place);
  await first.control.clock.pause();
  await expect.poll(async () => (await second.control.clock.show()).paused, { timeout: 10_000 }).toBe(true);
  await publish(second, 5);
  expect((await second.control.health()).waiting).toBe(20);
  expect(consumer.received).toEqual([]);
  await first.control.clock.resume();
  await consumer.receivedAtLeast(20);
  await expect.poll(async () => (await first.control.health()).waiting, { timeout: 10_000 }).toBe(0);
  // Both had a part of it.
  const delivered = await Promise.all(
    [first, second].map(async (one) => (await one.control.figures()).attempts.success),
  );
  expect(Math.min(...delivered)).toBeGreaterThan(0);
  expect(delivered).toSatisfy(([a, b]: number[]) => (a ?? 0) + (b ?? 0) === 20);
});
