import { expect, test } from 'vitest';
import {
  formatBytes,
  formatDuration,
  formatEstimate,
  formatInstant,
  formatList,
  formatNumber,
  formatShare,
} from '#contract/format.ts';

test.each([
  [0, '0 s'],
  [40, '40 ms'],
  [999.6, '1 s'],
  [1040, '1 s'],
  [1540, '1.5 s'],
  [9_960, '10 s'],
  [75_400, '1 min 15 s'],
  // The second unit is the next one, never a later one.
  [3 * 3_600_000 + 5000, '3 h'],
  [99_305_000, '1 d 3 h'],
  [2 * 86_400_000, '2 d'],
  [2_591_995_000, '29 d 23 h'],
  [26_061 * 86_400_000, '71 years'],
])('%d ms: %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test('a duration may have more units', () => {
  expect([formatDuration(99_305_000, 4), formatDuration(3 * 3_600_000 + 5000, 4)]).toEqual([
    '1 d 3 h 35 min 5 s',
    '3 h 5 s',
  ]);
});

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b', 'c'], 'a, b and c'],
])('the list %j', (parts, text) => {
  expect(formatList(parts)).toBe(text);
});

test('numbers are grouped and keep their fraction, shares never round to all or nothing', () => {
  expect([formatNumber(1_234_567), formatNumber(0.123456)]).toEqual(['1,234,567', '0.123456']);
  expect([formatShare(1, 3), formatShare(9999, 10_000), formatShare(1, 100_000), formatShare(2, 2)]).toEqual([
    '33.3 %',
    '99.9 %',
    '0.1 %',
    '100 %',
  ]);
  expect(formatShare(0, 0)).toBeUndefined();
});

test('sizes are in powers of 1000', () => {
  expect([0, 999, 1400, 52_000, 123_456_789].map(formatBytes)).toEqual([
    '0 B',
    '999 B',
    '1.4 kB',
    '52 kB',
    '123 MB',
  ]);
});

test('estimates are rounded to what may be known', () => {
  expect([59_000, 8 * 60_000, 27 * 60_000, 100 * 60_000, 50 * 3_600_000].map(formatEstimate)).toEqual([
    'under a minute',
    'about 8 min',
    'about 25 min',
    'about 1 h 30 min',
    'about 2 d',
  ]);
});

test('an instant names its zone and leaves out parts of a second', () => {
  expect(formatInstant('2026-11-30T06:32:14.113Z')).toBe('2026-11-30 06:32:14 UTC');
});
