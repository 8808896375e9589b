import { expect, test } from 'vitest';
import { type CallWatch, settledUntil, unwatchedTime } from '#service/store/watched-time.ts';

const watch = (since: number, until: number, ended?: number): CallWatch => ({ since, until, ended });

test.each<[string, CallWatch[], number]>([
  ['no process was there', [], 100],
  ['one vouches for all', [watch(0, 200)], 0],
  ['one came late', [watch(30, 200)], 30],
  ['one ended in order, and nobody came', [watch(0, 60, 60)], 40],
  ['one ended in order beside another one', [watch(0, 60, 60), watch(0, 200)], 0],
  ['one went without a word beside another one', [watch(0, 60, 75), watch(0, 200)], 15],
  ['one that is there has not vouched yet', [watch(0, 90), watch(0, 200)], 10],
  ['two follow each other with a time between', [watch(0, 40, 40), watch(50, 200)], 10],
  ['two gaps are one time', [watch(0, 40, 60), watch(0, 50, 70), watch(0, 200)], 30],
  [
    'what is before and after does not matter',
    [watch(-90, -80, -10), watch(-50, 150), watch(120, 130, 190)],
    0,
  ],
])('%s', (_, watches, expected) => {
  expect(unwatchedTime(watches, { from: 0, to: 100, lostUntil: 0 })).toBe(expected);
});

test('calls that were removed before they were read make the time before unknown', () => {
  const all = [watch(0, 200), watch(0, 60, 75)];
  expect(unwatchedTime(all, { from: 0, to: 100, lostUntil: 70 })).toBe(75);
  expect(unwatchedTime(all, { from: 0, to: 100, lostUntil: 300 })).toBe(100);
});

test('is settled until those that are there have vouched', () => {
  expect(settledUntil([], 100)).toBe(100);
  expect(settledUntil([watch(0, 80), watch(0, 70), watch(0, 20, 30)], 100)).toBe(70);
  expect(settledUntil([watch(0, 120)], 100)).toBe(100);
});
