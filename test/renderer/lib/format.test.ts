import { expect, it } from 'vitest';
import { formatDuration, formatEstimate, formatShare } from '#contract/format.ts';
import { fromNow } from '#renderer/lib/format.ts';

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
