import { expect, test } from 'vitest';
import type { RunningItem } from '#contract/running.ts';
import { formatResult } from '#renderer/features/local-api/clock/advance-result.ts';
import { nextOfEach } from '#renderer/features/local-api/clock/next-due.ts';

const now = '2026-03-02T10:00:00.000Z';
const at = (minutes: number): string => new Date(Date.parse(now) + minutes * 60_000).toISOString();
const due = (what: string, minutes: number) => ({ what, at: at(minutes), count: 1 });
const soak = (minutes: number, clock: string): RunningItem => ({
  kind: 'soak',
  id: 'c',
  what: 'Soak',
  state: 'running',
  started: at(-60),
  unit: 'time',
  ends: at(minutes),
  leftMs: Date.parse(at(minutes)) - Date.parse(clock),
});

test('the first of each kind is offered, soonest first, and only soaks of this clock', () => {
  const upcoming = [due('alert', 0), due('delivery attempt', 5), due('alert', 7), due('delivery attempt', 9)];
  expect(nextOfEach(upcoming, [soak(6, now), soak(3, at(-1000))], now)).toEqual([
    { what: 'delivery attempt', at: at(5) },
    { what: 'end of a soak', at: at(6) },
    { what: 'alert', at: at(7) },
  ]);
  expect(nextOfEach([], [], now)).toEqual([]);
});

test('the result of an advance is the difference, or is said not to be known', () => {
  const before = { succeeded: 5, failed: 1, waiting: 3, cancelled: 0, complete: true };
  const after = { ...before, succeeded: 7, failed: 2, waiting: 0 };
  expect(formatResult(before, after)).toBe('2 delivered, 1 failed for good, 0 waiting.');
  expect(formatResult(before, { ...after, cancelled: 4 })).toContain('4 cancelled');
  expect(formatResult(before, { ...after, complete: false })).toMatch(
    /^Results not counted: there are too many/,
  );
  expect(formatResult(before, { ...after, succeeded: 4 })).toMatch(/^Results not counted: old messages/);
});
