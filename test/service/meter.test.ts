import { expect, test } from 'vitest';
import { createMeter } from '#service/health.ts';

test('what happened within the last minute is counted, second by second', () => {
  let nowMs = 5_000_500;
  const meter = createMeter(() => nowMs);
  const countAt = (atMs: number, times: number): void => {
    nowMs = atMs;
    for (let i = 0; i < times; i++) meter.count();
  };
  expect(meter.lastMinute()).toBe(0);
  countAt(5_000_900, 2);
  countAt(5_030_000, 3);
  expect(meter.lastMinute()).toBe(5);
  nowMs = 5_059_999;
  expect(meter.lastMinute()).toBe(5);
  nowMs = 5_060_000;
  expect(meter.lastMinute()).toBe(3);
  countAt(5_060_000, 1);
  nowMs = 5_090_000;
  expect(meter.lastMinute()).toBe(1);
  nowMs = 9_000_000;
  expect(meter.lastMinute()).toBe(0);
});
