import { expect, test } from 'vitest';
import { toIso } from '#base/clock.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { startDeliveryEngine } from '#test/support/delivery-engine.ts';

const hour = 3_600_000;

test('statistics count attempts by the time of the service, in equal parts', async () => {
  // The first message fails until its third attempt; the others are taken at once.
  const consumer = await startConsumer((_, before) => (before < 2 ? 500 : 200));
  const engine = await startDeliveryEngine();
  const { clock } = engine.context;
  const { management } = engine.webhooks;
  const { id } = await management.create({ url: consumer.url, eventTypes: ['company.created'] });
  const other = await management.create({ url: consumer.url, eventTypes: ['company.deleted'] });

  const empty = await management.statistics(id, {});
  expect(empty).toMatchObject({ complete: true, attempts: 0, succeeded: 0, failed: 0 });
  expect(empty).not.toHaveProperty('successRate');
  expect(empty.buckets).toHaveLength(48);

  const start = clock.now();
  await engine.publish();
  await engine.scheduler.advanceTo(start + hour);
  await engine.publish();
  await engine.scheduler.idle();
  const all = await management.statistics(id, { since: toIso(start), buckets: 4 });
  expect(all).toMatchObject({ complete: true, attempts: 4, succeeded: 2, failed: 2, successRate: 0.5 });
  expect(all.from).toBe(toIso(start));
  expect(all.until).toBe(toIso(start + hour));
  expect(all.buckets.map(({ attempts, failed }) => [attempts, failed])).toEqual([
    [3, 2],
    [0, 0],
    [0, 0],
    [1, 0],
  ]);
  expect(all.buckets[0]?.from).toBe(toIso(start));
  expect(all.buckets[1]?.from).toBe(toIso(start + hour / 4));
  expect(all.buckets[1]).not.toHaveProperty('p50Ms');
  expect(all.p50Ms as number).toBeLessThanOrEqual(all.p95Ms as number);
  expect(all.p95Ms as number).toBeLessThanOrEqual(all.maxMs as number);

  expect(await management.statistics(id, { since: toIso(start + hour / 2), buckets: 1 })).toMatchObject({
    attempts: 1,
    successRate: 1,
  });
  expect(await management.statistics(other.id, {})).toMatchObject({ attempts: 0 });
  await expect(management.statistics('6f2d2a52-54a7-4a1c-9f0e-0c3f8f3a9b11', {})).rejects.toMatchObject({
    code: 'webhook.notFound',
  });
});
