import { expect, test } from 'vitest';
import { formatDuration } from '#base/duration-words.ts';

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
  [99_305_000, '27 h 35 min'],
  [2 * 86_400_000, '2 d'],
  [2_591_995_000, '29 d 23 h'],
  [26_061 * 86_400_000, '71 years'],
])('%d ms in words: %s', (ms, words) => {
  expect(formatDuration(ms)).toBe(words);
});

test('they may have more units', () => {
  expect([formatDuration(99_305_000, 4), formatDuration(3 * 3_600_000 + 5000, 4)]).toEqual([
    '27 h 35 min 5 s',
    '3 h 5 s',
  ]);
});
