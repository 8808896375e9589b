import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonical } from '#base/canonical.ts';
import type { CutoverSnapshot } from '#contract/cutover.ts';
import { whatMoved } from '#desk/cutover/plan/what-moved.ts';
import { anySnapshot, companies, endpoint, kept, rule, snapshot } from './planning.ts';

const [company = ''] = companies;
const hook = 'https://acme.example/hooks';
const secretUrl = 'https://acme.example/in/a1b2c3d4e5f6g7h8i9?key=hidden';
const was = snapshot({ webhooks: [endpoint('w')] });

test.each<[string, Partial<CutoverSnapshot>, string[]]>([
  ['nothing', {}, []],
  ['a rule added', { rules: [rule('a'), rule('b')] }, [`Rule b (Sync Completed, ${hook}) was added.`]],
  ['a rule removed', { rules: [] }, [`Rule a (Sync Completed, ${hook}) was removed.`]],
  [
    'another type',
    { rules: [rule('a', { type: 'Sync Failed' })] },
    ['Rule a: type changed from Sync Completed to Sync Failed.'],
  ],
  [
    'another URL',
    { rules: [rule('a', { webhook: secretUrl })] },
    [`Rule a: URL changed from ${hook} to https://acme.example/in/••••.`],
  ],
  ['no URL', { rules: [rule('a', { webhook: null })] }, [`Rule a: URL changed from ${hook} to none.`]],
  [
    'another query alone',
    { rules: [rule('a', { webhook: `${hook}?tenant=8` })] },
    ['Rule a: URL changed in a part that is not shown.'],
  ],
  [
    'a company',
    { rules: [rule('a', { companyId: company })] },
    [`Rule a: company changed from none to ${company}.`],
  ],
  [
    'emails',
    { rules: [rule('a', { emails: ['a@b.example'] })] },
    ['Rule a: emails changed from none to a@b.example.'],
  ],
  [
    'an endpoint added',
    { webhooks: [endpoint('w'), endpoint('x')] },
    ['Endpoint x (https://acme.example/other) was added.'],
  ],
  ['an endpoint removed', { webhooks: [] }, ['Endpoint w (https://acme.example/other) was removed.']],
  [
    'an endpoint changed',
    { webhooks: [endpoint('w', { disabled: true, eventTypes: ['company.created'], companyTags: ['a:b'] })] },
    [
      'Endpoint w: event types changed from read.completed to company.created.',
      'Endpoint w: company tags changed from none to a:b.',
      'Endpoint w: state changed from enabled to disabled.',
    ],
  ],
  [
    'a header set',
    { authHeader: kept('Bearer planted-secret-1') },
    ['The auth header of the profile was set: Bearer ••••t-1.'],
  ],
])('%s', (_name, change, said) => {
  expect(whatMoved(was, { ...was, ...change })).toStrictEqual(said);
});

test('headers are compared by their marks, or by what is shown where those were made elsewhere', () => {
  const [one, other] = [kept('short-1'), kept('short-2')];
  expect(one.masked).toBe(other.masked);
  const moved = (before: typeof one | undefined, after: typeof one | undefined, sameKey = true) =>
    whatMoved(
      snapshot(before && { portalHeader: before }),
      snapshot(after && { portalHeader: after }),
      sameKey,
    );
  expect(moved(one, one)).toStrictEqual([]);
  expect(moved(one, other)).toStrictEqual(['The auth header of the portal changed from •••• to ••••.']);
  expect(moved(one, undefined)).toStrictEqual(['The auth header of the portal was removed: it was ••••.']);
  expect(moved(one, { ...one, mark: 'made elsewhere' }, false)).toStrictEqual([]);
  expect(moved(one, kept('Bearer another-long-secret'), false)).toHaveLength(1);
});

test('something is said exactly if two snapshots differ', () => {
  fc.assert(
    fc.property(anySnapshot, anySnapshot, fc.boolean(), (one, other, isSame) => {
      const now = isSame ? structuredClone(one) : other;
      expect(whatMoved(one, now).length > 0).toBe(canonical(one) !== canonical(now));
    }),
    { numRuns: 200 },
  );
});
