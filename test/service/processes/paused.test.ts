import { expect, test } from 'vitest';
import { makeEndpoints, publish } from '#test/bench/delivering.ts';
import { startConsumer } from '#test/support/consumer.ts';
import { queryOn, startSharing } from './sharing.ts';

test('what one process pauses and resumes is held back and delivered by the others, too', async () => {
  const consumer = await startConsumer();
  const [{ service: first }, { service: second }, place] = await startSharing();
  await makeEndpoints(
    first,
    [1, 2, 3, 4].map((n) => `${consumer.url}/${n}`),
  );
  await first.control.clock.pause();
  await expect.poll(async () => (await second.control.figures()).scheduler.state).toBe('paused');
  await publish(second, 5);
  expect((await second.control.health()).waiting).toBe(20);
  expect(consumer.received).toEqual([]);
  // Each has its part by then.
  const claimed = `select count(*)::int as count from "${place.address.prefix}_service".claims
    where generation is not null group by generation order by 1`;
  await expect.poll(async () => (await queryOn(place, claimed)).map(({ count }) => count)).toEqual([2, 3]);
  expect(consumer.received).toEqual([]);
  await first.control.clock.resume();
  await consumer.receivedAtLeast(20);
  await expect.poll(async () => (await first.control.health()).waiting).toBe(0);
  const delivered = await Promise.all(
    [first, second].map(async (one) => (await one.control.figures()).attempts.success),
  );
  expect(Math.min(...delivered)).toBeGreaterThan(0);
  expect(delivered).toSatisfy(([a, b]: number[]) => (a ?? 0) + (b ?? 0) === 20);
});
