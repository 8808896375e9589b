import { expect, test } from 'vitest';
import { formatEnded, formatResult } from '#renderer/features/local-api/clock/advance-result.ts';

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

test('an advance that is not complete says where it ended, and how much of it is left', () => {
  const last = {
    from: '2026-03-02T10:00:00.000Z',
    to: '2026-03-03T14:00:00.000Z',
    ended: '2026-03-02T12:00:00.000Z',
  };
  expect(formatEnded({ ...last, outcome: 'cancelled' })).toMatch(/^Cancelled at .*, 1 d 2 h before .*2026/);
  expect(formatEnded({ ...last, outcome: 'interrupted' })).toMatch(/^Interrupted by a restart at /);
  expect(formatEnded({ ...last, ended: last.to, outcome: 'completed' })).toMatch(/^1 d 4 h to 3 Mar 2026/);
});
