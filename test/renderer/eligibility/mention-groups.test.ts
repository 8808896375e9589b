import { expect, test } from 'vitest';
import type { MentionsView } from '#contract/eligibility.ts';
import type { CheckInput } from '#renderer/features/eligibility/check/check-input.ts';
import { evidenceToReplace } from '#renderer/features/eligibility/check/evidence-to-replace.ts';
import { proposeScopes } from '#renderer/features/eligibility/check/propose-scope.ts';
import {
  countMentions,
  findGroup,
  groupKey,
  type ListedMention,
  mentionsOf,
  reachesOf,
  sortedGroups,
} from '#renderer/features/eligibility/review/groups.ts';

const group = (scope: string, subject: MentionsView['groups'][number]['subject'], open: number) => ({
  scope,
  subject,
  cause: 'unknown-language' as const,
  open,
  dismissed: 1,
});

const mention = (file: string, line: number, more: Partial<ListedMention> = {}): ListedMention => ({
  id: `${file}${line}`,
  subject: 'rule-id',
  cause: 'unknown-language',
  scope: 'acme',
  file,
  line,
  excerpt: 'x',
  evidenceId: 'e',
  ...more,
});

const dismissed = { reason: 'Ours', at: '2026-01-01T00:00:00Z', actor: 'Jo' };

test('groups stand by code base and check, and an address finds its own', () => {
  const groups = sortedGroups([
    group('web', 'rule-id', 2),
    group('app', 'retry-after', 1),
    group('app', 'rule-id', 0),
  ]);
  expect(groups.map(({ scope, subject }) => `${scope} ${subject}`)).toEqual([
    'app rule-id',
    'app retry-after',
    'web rule-id',
  ]);
  const [none, , web] = groups;
  expect(findGroup(groups, none && groupKey(none))).toBe(none);
  // A check's row leads to what is open of it, and without any to what was dismissed.
  expect(findGroup(groups, 'rule-id')).toBe(web);
  expect(findGroup(groups.slice(0, 2), 'rule-id')).toBe(none);
  expect(findGroup(groups, undefined)?.subject).toBe('retry-after');
  expect(findGroup([], 'rule-id')).toBeUndefined();
});

test('what is not listed counts as to review', () => {
  const codeBase = { unlisted: 40 } as MentionsView['codeBases'][number];
  const view = { groups: [group('app', 'rule-id', 3)], codeBases: [codeBase] } as unknown as MentionsView;
  expect(countMentions(view)).toEqual({ open: 3, dismissed: 1, unlisted: 40 });
});

test('a mention is dismissed alone, with its file, or with its group, without those dismissed before', () => {
  const first = mention('b.pl', 10);
  const results = [
    first,
    mention('b.pl', 9),
    mention('a.pl', 1),
    mention('a.pl', 2, { dismissed }),
    mention('c.pl', 1, { scope: 'other' }),
  ];
  expect(mentionsOf(results, first).map(({ id }) => id)).toEqual(['a.pl1', 'a.pl2', 'b.pl9', 'b.pl10']);
  expect(reachesOf(first, results)).toEqual([
    { reach: 'mention', count: 1 },
    { reach: 'file', count: 2 },
    { reach: 'group', count: 3 },
  ]);
  const alone = mention('z.pl', 1, { scope: 'alone' });
  expect(reachesOf(alone, [alone])).toEqual([{ reach: 'mention', count: 1 }]);
});

const given = (scope: string, kind: CheckInput['kind'] = 'source'): CheckInput => ({
  key: scope,
  name: scope,
  isFolder: true,
  kind,
  scope,
  content: { at: 'path', path: `/${scope}` },
});

test.each([
  ['acme-app-main', 'acme-app'],
  ['acme-app (2)', 'acme-app'],
  ['Acme-App-v1.4.0', 'acme-app'],
  ['acme-app-0a1b2c3d', 'acme-app'],
  ['acme-app', 'acme-app'],
  // Evidence of another code base is never replaced by a guess.
  ['acme-apps', 'acme-apps'],
  ['billing', 'billing'],
  ['web2', 'web2'],
])('source code called %s is proposed as %s', (name, proposed) => {
  expect(proposeScopes([given(name)], ['acme-app', 'web'])[0]?.scope).toBe(proposed);
});

test('of two known names that are alike neither is proposed, and a log has no code base', () => {
  expect(proposeScopes([given('app-v3')], ['app-v1', 'app-v2'])[0]?.scope).toBe('app-v3');
  expect(proposeScopes([given('app-v3', 'traffic')], ['app'])[0]?.scope).toBe('app-v3');
});

test('all evidence of the earlier name is replaced, the oldest first, as long as both are there', () => {
  const of = (id: string, scope: string, at: string, collector = 'source') => ({ id, scope, at, collector });
  const evidence = [
    of('2', 'old', '2026-02'),
    of('1', 'old', '2026-01'),
    of('t', 'old', '2026-01', 'traffic'),
  ];
  const view = (...more: ReturnType<typeof of>[]) => ({ evidence: [...evidence, ...more] }) as never;
  const same = {
    evidenceId: '3',
    scope: 'new',
    sameAs: { evidenceId: '2', scope: 'old', origin: 'old', at: '2026-02' },
    share: 1,
    replaced: false,
  };
  expect(evidenceToReplace(view(of('3', 'new', '2026-03')), same)).toEqual(['1', '2']);
  expect(evidenceToReplace(view(of('3', 'new', '2026-03')), { ...same, replaced: true })).toBeUndefined();
  expect(evidenceToReplace(view(), same)).toBeUndefined();
});
