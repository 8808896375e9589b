import { afterEach, expect, test, vi } from 'vitest';
import { throttle } from '#base/throttle.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('one call comes through at once, and the last of those after it at the end of the interval', () => {
  vi.useFakeTimers();
  const told: number[] = [];
  const now = throttle(100);
  for (const n of [1, 2, 3]) now(() => told.push(n));
  expect(told).toEqual([1]);
  vi.advanceTimersByTime(99);
  now(() => told.push(4));
  expect(told).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([1, 4]);
  // The interval begins anew with it.
  now(() => told.push(5));
  expect(told).toEqual([1, 4]);
  vi.advanceTimersByTime(100);
  expect(told).toEqual([1, 4, 5]);
  vi.advanceTimersByTime(1000);
  now(() => told.push(6));
  expect(told).toEqual([1, 4, 5, 6]);
});

test('calls of a loop that lets no timer run come through all the same', () => {
  vi.useFakeTimers();
  const told: number[] = [];
  const now = throttle(100);
  now(() => told.push(1));
  now(() => told.push(2));
  // Time goes on, and no timer fires.
  vi.setSystemTime(Date.now() + 150);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 150);
  now(() => told.push(3));
  expect(told).toEqual([1, 3]);
  vi.restoreAllMocks();
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([1, 3]);
});
