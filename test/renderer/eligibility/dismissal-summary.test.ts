import { expect, test } from 'vitest';
import type { DismissalItem } from '#contract/dismissal.ts';
import { dismissalSummary, restLines } from '#renderer/features/eligibility/dismissing/dismissal-summary.ts';

const items = (outcome: DismissalItem['outcome'], ...whys: string[]): DismissalItem[] =>
  whys.map((why, at) => ({ id: `${outcome}${at}`, outcome, why }));

test('what was done is said, and each reason of the rest once', () => {
  const done: DismissalItem[] = [{ id: 'a', outcome: 'done' }];
  expect(dismissalSummary({ done: 1, items: done }, 'finding', 'dismissed')).toBe('1 finding dismissed.');
  const some = [...done, ...items('unchanged', 'Dismissed before.', 'Dismissed before.')];
  expect(dismissalSummary({ done: 1, items: some }, 'mention', 'restored')).toBe(
    '1 mention restored. 2 not restored: Dismissed before.',
  );
});

test('reasons beyond the first three are counted', () => {
  expect(restLines(items('refused', 'a', 'b', 'a', 'c', 'd', 'e', 'e'), 'dismissed')).toEqual([
    '2 not dismissed: a',
    '1 not dismissed: b',
    '1 not dismissed: c',
    '3 more not dismissed.',
  ]);
  expect(restLines([{ id: 'a', outcome: 'done' }], 'dismissed')).toEqual([]);
});
