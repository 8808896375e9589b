import { describe, expect, test } from 'vitest';
import type { DismissalAction, ReviewSelection } from '#contract/dismissal.ts';
import {
  dismissalLimit,
  type Evidence,
  type Finding,
  type Mentions,
  type ReviewMention,
  reviewLimit,
} from '#contract/eligibility.ts';
import type { Assessment } from '#desk/eligibility/assessment.ts';
import { createBulkDismissals } from '#desk/eligibility/bulk-dismissal.ts';
import { definitionOf } from '#desk/eligibility/check-definitions.ts';
import { mentionsView } from '#desk/eligibility/mentions-review.ts';
import { missingOf } from '#desk/eligibility/missing.ts';
import { openMentions, unlisted } from '#desk/eligibility/open-mentions.ts';
import { added, caseId, caseInMemory, day, stateAfter, uuid } from './case-in-memory.ts';
import { mentionsToReview, scan, sourceFinding, states, traffic } from './evidence.ts';

/** Mentions to review, on a case in memory. */

const mention = (id: string, change: Partial<ReviewMention> = {}): ReviewMention => ({
  id,
  subject: 'rule-id',
  file: 'a.pm',
  line: 1,
  excerpt: 'RuleId',
  cause: 'unknown-language',
  ...change,
});
const mentionsOf = (toReview: ReviewMention[], more = 0): Mentions => ({
  count: 9,
  found: 1,
  explained: [{ subject: 'rule-id', reason: 'comment', count: 2 }],
  reviewCounts: [{ subject: 'rule-id', count: toReview.length + more }],
  toReview,
});
const web = scan({
  id: uuid(90),
  scope: 'web',
  ...states({ 'alerts-endpoints': 'absent', 'rule-id': 'nothing-seen' }),
  mentions: mentionsOf(
    [
      mention('1'),
      mention('2', { file: 'b.pm' }),
      mention('3', { cause: 'not-recognized' }),
      mention('4', { subject: 'retry-after' }),
    ],
    3,
  ),
});
const worker = scan({ id: uuid(91), scope: 'worker', mentions: mentionsOf([mention('5')]) });

const reviewing = () => {
  const memory = caseInMemory(added(web), added(worker));
  const { mentions } = createBulkDismissals(memory.cases);
  const act = (selection: ReviewSelection, action: DismissalAction) =>
    mentions.act(caseId, { selection, action }, 'Jo');
  const dismissedOf = () => memory.state().mentionDismissals.map(({ ids }) => ids);
  return {
    memory,
    dismissedOf,
    dismiss: (selection: ReviewSelection, reason = 'x') => act(selection, { kind: 'dismiss', reason }),
    restore: (selection: ReviewSelection) => act(selection, { kind: 'restore' }),
  };
};

describe('mentions', () => {
  test('are listed with their groups, the code bases, and what is beyond the list', () => {
    const { mentions: _, ...old } = scan({ id: uuid(92), scope: 'old' });
    const state = stateAfter(added(web), added(worker), added(old), {
      kind: 'mention.dismissed',
      content: { ids: ['2'], reason: 'Dead.' },
    });
    const group = { scope: 'web', subject: 'rule-id', cause: 'unknown-language' };
    const dismissed = { reason: 'Dead.', at: day(5), actor: 'Ada' };
    const { results, ...view } = mentionsView(state);
    expect(results.map(({ id, dismissed: by }) => [id, by])).toStrictEqual([
      ['1', undefined],
      ['2', dismissed],
      ['3', undefined],
      ['4', undefined],
      ['5', undefined],
    ]);
    expect(results[1]).toStrictEqual({
      ...mention('2', { file: 'b.pm' }),
      scope: 'web',
      evidenceId: uuid(90),
      dismissed,
    });
    expect(results[0]).not.toHaveProperty('dismissed');
    const { toReview: _web, ...counts } = web.mentions as Mentions;
    const { toReview: _worker, ...others } = worker.mentions as Mentions;
    expect(view).toStrictEqual({
      groups: [
        { ...group, open: 1, dismissed: 1 },
        { ...group, cause: 'not-recognized', open: 1, dismissed: 0 },
        { ...group, subject: 'retry-after', open: 1, dismissed: 0 },
        { ...group, scope: 'worker', open: 1, dismissed: 0 },
      ],
      codeBases: [
        { scope: 'web', evidenceId: uuid(90), at: web.at, ...counts, unlisted: 3 },
        { scope: 'worker', evidenceId: uuid(91), at: worker.at, ...others, unlisted: 0 },
      ],
      withoutMentions: [{ scope: 'old', evidenceId: uuid(92), at: old.at }],
    });
  });
  test('are those of the scans that count, each once', () => {
    const later = scan({ id: uuid(93), scope: 'web', at: day(20), mentions: mentionsOf([mention('1')]) });
    const twin = scan({ id: uuid(94), scope: 'twin', mentions: mentionsOf([mention('1')]) });
    const log = traffic(day(1), day(2), 0, { mentions: mentionsOf([mention('6')]) });
    const state = stateAfter(added(web), added(later), added(log), added(twin));
    expect(mentionsView(state).results.map(({ id, scope }) => [id, scope])).toStrictEqual([['1', 'twin']]);
    // One whose clock was ahead does not hide what came into the record after it.
    const ahead = stateAfter(added(later), added(web));
    expect(
      mentionsView(ahead)
        .results.map(({ id }) => id)
        .sort(),
    ).toStrictEqual(['1', '2', '3', '4']);
  });

  test.each<[string, ReviewSelection, string[]]>([
    ['ids', { ids: ['5', '1'] }, ['5', '1']],
    ['everything', { filter: {} }, ['1', '2', '3', '4', '5']],
    ['a code base', { filter: { scope: 'worker' } }, ['5']],
    ['a subject', { filter: { subject: 'retry-after' } }, ['4']],
    ['a cause', { filter: { cause: 'not-recognized' } }, ['3']],
    ['a file', { filter: { file: 'b.pm' } }, ['2']],
    [
      'all of it',
      { filter: { scope: 'web', subject: 'rule-id', cause: 'unknown-language', file: 'a.pm' } },
      ['1'],
    ],
  ])(
    'are dismissed by %s, with the reason and the group, and put back the same way',
    async (_, selection, ids) => {
      const { memory, dismiss, restore, dismissedOf } = reviewing();
      await dismiss(selection, 'Dead.');
      const group = 'filter' in selection ? { group: selection.filter } : {};
      expect(memory.state().mentionDismissals).toStrictEqual([
        { ids, reason: 'Dead.', ...group, seq: 4, at: day(4), actor: 'Jo' },
      ]);
      expect(memory.kinds()).toStrictEqual(['mention.dismissed', 'verdict.reached']);
      await restore(selection);
      expect(dismissedOf()).toStrictEqual([]);
      expect(memory.kinds()[2]).toBe('mention.restored');
    },
  );
  test('that are dismissed are not dismissed again; a group takes those that are left', async () => {
    const { memory, dismiss, dismissedOf } = reviewing();
    await dismiss({ ids: ['1'] });
    const group = { filter: { scope: 'web', subject: 'rule-id' } } as const;
    await dismiss({ ...group, except: ['3'] });
    // It is not all of the group.
    expect(memory.state().mentionDismissals[1]).not.toHaveProperty('group');
    await dismiss(group);
    expect(dismissedOf()).toStrictEqual([['1'], ['2'], ['3']]);
    const before = memory.kinds().length;
    expect(await dismiss(group)).toStrictEqual({ done: 0, unchanged: 0, refused: 0, items: [] });
    expect(await dismiss({ filter: { scope: 'x' } })).toMatchObject({ items: [] });
    expect(memory.kinds()).toHaveLength(before);
  });
  test('that are put back are those that are dismissed, also where no scan lists them any more', async () => {
    const { memory, dismiss, restore, dismissedOf } = reviewing();
    await dismiss({ ids: ['1', '5'] });
    await memory.act(added(scan({ scope: 'web', at: day(20) })));
    const before = memory.kinds().length;
    await restore({ ids: ['2'] });
    expect(memory.kinds()).toHaveLength(before);
    await restore({ ids: ['1', '2'] });
    expect(dismissedOf()).toStrictEqual([['5']]);
    // Nothing is dismissed in that code base.
    expect(await restore({ filter: { scope: 'web' } })).toMatchObject({ items: [] });
    await restore({ filter: {} });
    expect(dismissedOf()).toStrictEqual([]);
  });
  test('are dismissed with as many in an entry as it takes', async () => {
    const many = Array.from({ length: dismissalLimit + 1 }, (_, n) => mention(`m${n}`));
    const memory = caseInMemory(added({ ...web, mentions: mentionsOf(many) }));
    const action = { kind: 'dismiss', reason: 'x' } as const;
    await createBulkDismissals(memory.cases).mentions.act(
      caseId,
      { selection: { filter: {} }, action },
      'Jo',
    );
    expect(memory.state().mentionDismissals.map(({ ids }) => ids.length)).toStrictEqual([dismissalLimit, 1]);
  });
});

test('open mentions are those beyond the list, and those of the list that nobody dismissed', () => {
  const of = (subject: 'rule-id' | 'retry-after' | 'authorization', ...dismissed: string[]) => {
    const { open, dismissed: gone } = openMentions(web, subject, new Set(dismissed));
    return [open, gone];
  };
  expect(of('rule-id')).toStrictEqual([7, 0]);
  expect(of('rule-id', '1', '3', '4', 'other')).toStrictEqual([5, 2]);
  expect(of('authorization', '1')).toStrictEqual([0, 0]);
  expect(openMentions({ ...web, mentions: undefined } as never, 'rule-id', new Set())).toStrictEqual({
    open: 0,
    dismissed: 0,
  });
  expect(unlisted([{ count: 3 }, { count: 4 }], [mention('1')])).toBe(6);
});

test('what would settle a check, the nearest first', () => {
  const assessment = (toReview: number, isOutdated = false, scope = 'web') =>
    ({ toReview, isOutdated, evidence: { ...web, scope } }) as Assessment;
  const missing = (...assessments: Assessment[]) => missingOf(definitionOf('rule-id'), assessments);
  const { settledBy } = definitionOf('rule-id');
  expect(missing()).toBe(settledBy);
  expect(missing(assessment(0))).toBe(settledBy);
  const review = (text: string) => `Review ${text} in the source code, or dismiss them with a reason.`;
  const listed = `Only ${reviewLimit} of a code base are listed. Check its folders separately to see the rest.`;
  expect(missing(assessment(2))).toBe(review('2 mentions'));
  expect(missing(assessment(1))).toMatch(/^Review 1 mention in the source code, /);
  expect(missing(assessment(reviewLimit), assessment(1))).toBe(review('501 mentions'));
  expect(missing(assessment(reviewLimit + 1), assessment(0))).toBe(`${review('501 mentions')} ${listed}`);
  const again = (text: string) =>
    `Check the source code of ${text} again: mentions were not recorded then, so absence is not shown.`;
  expect(missing(assessment(0, true), assessment(0, true, 'worker'), assessment(0, true))).toBe(
    again('web and worker'),
  );
  expect(missing(assessment(0, true), assessment(2, false, 'x'))).toBe(
    `${again('web')} ${review('2 mentions')}`,
  );
});

test('hints to review and files that were not read are named as what would settle a check', () => {
  const missing = (evidence: Evidence, says: Assessment['says'] = 'nothing', findings: Finding[] = []) =>
    missingOf(definitionOf('rule-id'), [
      { evidence, says, findings, because: '', toReview: 0, isOutdated: false },
    ]);
  const hints = ['a.md', 'b.md'].map((file) => sourceFinding('rule-id', file, true));
  expect(missing(scan(), 'weak', hints)).toMatch(/^Review 2 hints in .* dismiss them with a reason\.$/);
  expect(missing(scan(), 'weak', hints.slice(1))).toMatch(/^Review 1 hint in .* dismiss it with a reason\.$/);
  expect(missing(scan(), 'present', hints)).toBe(definitionOf('rule-id').settledBy);
  const without = (...paths: string[]) => {
    const skipped = paths.map((path) => ({ path, reason: 'too-large' as const }));
    return missing(scan({ read: { files: 1, skipped, skippedCount: paths.length } }));
  };
  const again = 'Check the source code again with the files that were not read:';
  expect(without('a', 'b', 'c')).toBe(`${again} a, b and c.`);
  expect(without('a', 'b', 'c', 'd', 'd')).toBe(`${again} a, b, c and 1 more.`);
});

test('mentions to review of one check leave the others', () => {
  const evidence = scan({ mentions: mentionsToReview('rule-id', 2) });
  expect(openMentions(evidence, 'alerts-endpoints', new Set()).open).toBe(0);
  expect(openMentions(evidence, 'rule-id', new Set()).open).toBe(2);
});
