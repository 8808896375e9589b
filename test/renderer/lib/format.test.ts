import { expect, it, onTestFinished, vi } from 'vitest';
import { formatDuration, formatEstimate, formatShare } from '#contract/format.ts';
import { dayTime, fromNow } from '#renderer/lib/format.ts';
import { preferences } from '#renderer/lib/preferences.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

it('tells an estimate no more exactly than it is', () => {
  const told = [
    20_000,
    7 * minute + 13_000,
    23 * minute,
    117 * minute + 13_000,
    7.4 * 60 * minute,
    2.6 * day,
  ];
  expect(told.map(formatEstimate)).toEqual([
    'under a minute',
    'about 7 min',
    'about 25 min',
    'about 2 h',
    'about 7 h',
    'about 3 d',
  ]);
});

it('tells far times in years, and near ones as they are', () => {
  expect(formatDuration(26_061 * day)).toBe('71 years');
  expect(formatDuration(61 * day)).toBe('61 d');
  expect([26_061, 75, 40, -1].map((days) => fromNow(days * day, 0))).toEqual([
    'in 71 years',
    'in 2 months',
    'in 40 days',
    'yesterday',
  ]);
});

it('knows no share of nothing', () => {
  expect([formatShare(0, 0), formatShare(1, 1), formatShare(999_999, 1_000_000)]).toEqual([
    undefined,
    '100 %',
    '99.9 %',
  ]);
});

it('leaves out the year where it is the present one in the zone that is written', () => {
  const zone = process.env.TZ;
  onTestFinished(() => {
    vi.useRealTimers();
    preferences.setState({ timeZone: 'local' });
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  process.env.TZ = 'Pacific/Kiritimati';
  const eve = '2026-12-31T23:00:00Z';
  vi.useFakeTimers({ now: new Date('2026-12-31T20:00:00Z') });
  preferences.setState({ timeZone: 'utc' });
  expect([dayTime(eve), dayTime('2027-01-01T01:00:00Z')]).toEqual(['31 Dec, 23:00', '1 Jan 2027, 01:00']);
  // Where the computer is taken next, the new year has begun.
  preferences.setState({ timeZone: 'local' });
  process.env.TZ = 'Pacific/Honolulu';
  expect(dayTime(eve)).toBe('31 Dec, 13:00');
  process.env.TZ = 'Pacific/Kiritimati';
  expect([dayTime(eve), dayTime('2026-12-31T09:00:00Z')]).toEqual(['1 Jan, 13:00', '31 Dec 2026, 23:00']);
});
