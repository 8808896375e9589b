import { expect, test } from 'vitest';
import type { DismissalItem } from '#contract/dismissal.ts';
import { dismissalSummary, restLines } from '#renderer/features/eligibility/dismissing/dismissal-summary.ts';

const items = (outcome: DismissalItem['outcome'], ...whys: string[]): DismissalItem[] =>
  whys.map((why, at) => ({ id: `${outcome}${at}`, outcome, why }));

test('what was done is said, and why the rest was not', () => {
  const done: DismissalItem[] = [{ id: 'a', outcome: 'done' }];
  expect(dismissalSummary({ done: 1, items: done }, 'finding', 'dismissed')).toBe('1 finding dismissed.');
  const some = [...done, ...items('unchanged', 'Already dismissed.', 'Already dismissed.')];
  expect(dismissalSummary({ done: 1, items: some }, 'mention', 'dismissed')).toBe(
    '1 mention dismissed. 2 already dismissed.',
  );
  expect(dismissalSummary({ done: 0, items: items('refused', 'Gone.') }, 'mention', 'restored')).toBe(
    '0 mentions restored. 1 not restored: Gone.',
  );
});

test('refusals beyond the first three reasons are counted', () => {
  expect(restLines(items('refused', 'a', 'b', 'a', 'c', 'd', 'e', 'e'), 'dismissed')).toEqual([
    '2 not dismissed: a',
    '1 not dismissed: b',
    '1 not dismissed: c',
    '3 more not dismissed.',
  ]);
  expect(restLines([{ id: 'a', outcome: 'done' }], 'dismissed')).toEqual([]);
});
