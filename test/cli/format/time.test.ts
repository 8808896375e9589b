import { expect, test } from 'vitest';
import { parseDurationMs } from '#base/clock.ts';
import { advanceRequest } from '#cli/format/time.ts';

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
