import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryAfterMs } from '#service/legacy/retry-after.ts';

const now = Date.UTC(2026, 0, 15, 9, 0, 0);

test.each([
  ['0', 0],
  ['7', 7000],
  [' 30 ', 30_000],
  ['99999999999999999999', 1e23],
  ['Thu, 15 Jan 2026 09:00:20 GMT', 20_000],
  ['Thursday, 15-Jan-26 09:01:00 GMT', 60_000],
  ['Thu Jan 15 09:00:05 2026', 5000],
  ['Thu, 15 Jan 2026 08:00:00 GMT', 0],
  ['Sun Nov  6 08:49:37 1994', 0],
])('%j asks for %d ms', (text, expected) => {
  expect(retryAfterMs(text, now)).toBe(expected);
});

test.each([
  '',
  '-5',
  '1.5',
  '1e3',
  '+3',
  '0x10',
  'soon',
  'in 5 seconds',
  '5 seconds',
  '2026-01-15T09:00:20Z',
  'Thu, 15 Jan 2026 09:00:20',
  'Thu, 15 Jan 2026 09:00:20 CET',
  'Thu, 99 Jan 2026 09:00:20 GMT',
  'Thu, 15 Jan 2026 29:00:20 GMT',
  'January 2026',
])('%j is neither seconds nor an HTTP date', (text) => {
  expect(retryAfterMs(text, now)).toBeUndefined();
});

test('anything at all gives a wait of 0 or more, or none', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.date({ noInvalidDate: true }).map((d) => d.toUTCString()),
      ),
      (text) => {
        const waitMs = retryAfterMs(text, now);
        expect(waitMs === undefined || waitMs >= 0).toBe(true);
      },
    ),
  );
});
