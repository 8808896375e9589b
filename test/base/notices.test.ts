import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createNotices } from '#base/notices.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Work whose runs end when they are told to. */
const slowWork = () => {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, work };
};

test('many notes are one run, and those during it one run more after its end', async () => {
  const { ends, work } = slowWork();
  const notices = createNotices(work, 500);
  notices.note();
  notices.note();
  await vi.advanceTimersByTimeAsync(499);
  expect(ends).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(ends).toHaveLength(1);

  for (let n = 0; n < 10; n++) {
    notices.note();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(ends).toHaveLength(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(500);
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ends).toHaveLength(2);
});

test('a stop waits for the run that there is, and starts none', async () => {
  const { ends, work } = slowWork();
  const notices = createNotices(work, 500);
  notices.note();
  await vi.advanceTimersByTimeAsync(500);
  notices.note();
  let isStopped = false;
  const stopped = notices.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(isStopped).toBe(false);
  ends[0]?.();
  await stopped;
  notices.note();
  await vi.advanceTimersByTimeAsync(5000);
  expect(ends).toHaveLength(1);
});
