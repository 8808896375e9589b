import { expect, test } from 'vitest';
import { parseDurationMs } from '#base/clock.ts';
import { advanceRequest, durationWords } from '#cli/time-words.ts';

test.each([
  [0, '0 s'],
  [40, '40 ms'],
  [1040, '1 s'],
  [99_305_000, '27 h 35 min 5 s'],
  [2 * 86_400_000, '2 d'],
])('%i ms in words: %s', (ms, words) => {
  expect(durationWords(ms)).toBe(words);
});

test('words may be cut to the large units', () => {
  expect(durationWords(2_591_995_000, 2)).toBe('29 d 23 h');
});

test.each([
  ['28h', 28 * 3_600_000],
  ['PT28H', 28 * 3_600_000],
  ['pt28h', 28 * 3_600_000],
  ['90s', 90_000],
  ['5min', 300_000],
  ['5 m', 300_000],
  ['2d', 2 * 86_400_000],
  ['1w', 7 * 86_400_000],
  ['1.5h', 5_400_000],
  ['250ms', 250],
])('%s is a duration', (text, ms) => {
  const request = advanceRequest(text);
  expect('by' in request && parseDurationMs(request.by, 'by')).toBe(ms);
});

test('an instant is one, and nonsense is left for the service to refuse', () => {
  expect(advanceRequest('2026-01-31T09:00:00Z')).toEqual({ to: '2026-01-31T09:00:00.000Z' });
  expect(advanceRequest('tomorrow')).toEqual({ to: 'tomorrow' });
});
