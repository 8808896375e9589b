import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactAgent, redactPath } from '#base/redact.ts';
import { shown } from '#base/shown-text.ts';
import { type Finding, findingLimit, skippedLimit } from '#contract/eligibility.ts';
import { formatCount } from '#contract/format.ts';
import { manifestOf } from '#desk/eligibility/reading/manifest.ts';
import { createSkips } from '#desk/eligibility/reading/skips.ts';
import { createStrongest } from '#desk/eligibility/reading/strongest.ts';

test('numbers have their noun, and what is shown has no control characters and no halves', () => {
  expect([formatCount(0, 'file'), formatCount(1, 'file'), formatCount(2300, 'file')]).toEqual([
    '0 files',
    '1 file',
    '2,300 files',
  ]);
  expect(formatCount(2, 'entry', 'entries')).toBe('2 entries');
  expect(shown('a\nb\u0000c', 10)).toBe('a\uFFFDb\uFFFDc');
  expect(shown('ab\u{1F600}', 3)).toBe('ab\uFFFD');
});

test.each([
  [
    '/rules/4f0c0d9e-2a51-4b6e-9c3d-0a1b2c3d4e5f/alerts',
    '/rules/4f0c0d9e-2a51-4b6e-9c3d-0a1b2c3d4e5f/alerts',
  ],
  ['/k/abcdefgh12345678/x', '/k/••••/x'],
  ['/k/abcdefgh1234567/x', '/k/abcdefgh1234567/x'],
  ['/k/abcdefghijklmnopqr/x', '/k/abcdefghijklmnopqr/x'],
  ['/k/1234567890123456/x', '/k/1234567890123456/x'],
])('%s is kept as %s', (path, kept) => {
  expect(redactPath(path)).toBe(kept);
});

test('a path is cut at 500 characters, an agent at 200, and neither holds keys', () => {
  expect(redactPath(`/${'a'.repeat(600)}`)).toHaveLength(500);
  expect(redactAgent('x'.repeat(300))).toHaveLength(200);
  expect(redactAgent('app/1 Bearer abc.def')).toBe('app/1 Bearer ••••');
});

test('skips are counted; blocking ones come first, by reason', () => {
  const skips = createSkips();
  expect([skips.count, skips.blocking, skips.summary(), skips.leftOut()]).toEqual([0, 0, '', '']);
  skips.add('a.png', 'not-supported');
  skips.add('b.js', 'too-large', 'Large.', true);
  skips.add('c.js', 'too-large', 'Large.', true);
  skips.add('d.zip', 'archive-damaged', 'Cut.', true);
  skips.addMany('.', 'ignored', 0, 'None.');
  skips.addMany('.', 'ignored', 1000, 'Many.');
  skips.addMany('x', 'ignored', 200, 'More.');
  expect([skips.count, skips.blocking]).toEqual([1204, 3]);
  expect(skips.summary()).toBe('2 too large, 1 damaged');
  expect(skips.leftOut()).toBe('1,200 ignored by .gitignore');
  expect(skips.list()).toEqual([
    { path: 'b.js', reason: 'too-large', detail: 'Large.' },
    { path: 'c.js', reason: 'too-large', detail: 'Large.' },
    { path: 'd.zip', reason: 'archive-damaged', detail: 'Cut.' },
    { path: 'a.png', reason: 'not-supported' },
    { path: '.', reason: 'ignored', detail: 'Many.' },
    { path: 'x', reason: 'ignored', detail: 'More.' },
  ]);
});

test('the list has a bound, which those in the way fill first; the numbers have none', () => {
  const skips = createSkips();
  for (let n = 0; n < skippedLimit + 2; n++) skips.add(`o${n}`, 'binary', 'd'.repeat(600));
  skips.addMany('m', 'ignored', 5, 'Many.');
  expect(skips.list()).toHaveLength(skippedLimit);
  expect(skips.list().some(({ path }) => path === 'm')).toBe(false);
  for (let n = 0; n < skippedLimit + 2; n++) skips.add(`${n}/${'p'.repeat(1100)}`, 'encoding', 'D', true);
  expect(skips.list()).toHaveLength(skippedLimit);
  expect(new Set(skips.list().map(({ reason }) => reason))).toEqual(new Set(['encoding']));
  expect(skips.list()[0]?.path).toHaveLength(1000);
  expect([skips.count, skips.blocking]).toEqual([2 * skippedLimit + 9, skippedLimit + 2]);
});

const finding = (id: string, other: Partial<Finding> = {}): Finding => ({
  id,
  row: 'rule-id',
  kind: 'rule-id-use',
  weak: false,
  confidence: 'high',
  place: { kind: 'source', file: 'a.js', line: 1, excerpt: '' },
  why: '',
  ...other,
});
const at = (file: string, line: number) => ({ place: { kind: 'source', file, line, excerpt: '' } as const });
const called = (path: string, log?: string) => ({
  place: {
    kind: 'request',
    method: 'GET',
    path,
    first: '2026-01-01T00:00:00.000Z',
    last: '2026-01-01T00:00:00.000Z',
    count: 1,
    ...(log === undefined ? {} : { log }),
  } as const,
});

test('the strongest findings come first, by what they are alone', () => {
  const ordered = [
    finding('1', at('a.js', 2)),
    finding('2', at('a.js', 10)),
    finding('3', at('a.js', 10)),
    finding('4', at('b.js', 1)),
    finding('5', { confidence: 'medium', ...at('a.js', 1) }),
    finding('6', { confidence: 'low', ...at('a.js', 1) }),
    finding('7', { weak: true, confidence: 'high', ...at('a.js', 1) }),
    finding('8', { weak: true, confidence: 'low', ...called('/a', 'x.log') }),
    finding('9', { weak: true, confidence: 'low', ...called('/a', 'y.log') }),
    finding('10', { weak: true, confidence: 'low', ...called('/b') }),
    finding('13', { weak: true, confidence: 'low', place: { kind: 'resource', text: 'y' } as never }),
    finding('11', { weak: true, confidence: 'low', place: { kind: 'resource', text: 'z' } as never }),
  ];
  const ids = ordered.map(({ id }) => id);
  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (shuffled) => {
      const strongest = createStrongest();
      for (const one of shuffled) strongest.add(one);
      expect(strongest.list().map(({ id }) => id)).toEqual(ids);
      expect(strongest.count).toBe(ordered.length);
    }),
  );
});

test('of more than can be kept the strongest stay, and all are counted', () => {
  const strongest = createStrongest();
  const many = findingLimit * 9;
  for (let n = many; n > 0; n--) strongest.add(finding(`f${n}`, at('a.js', n)));
  expect(strongest.count).toBe(many);
  const lines = strongest.list().map(({ place }) => (place.kind === 'source' ? place.line : 0));
  expect(lines).toEqual(Array.from({ length: findingLimit }, (_, n) => n + 1));
});

test('a manifest is in the format and order of sha256sum', () => {
  const { manifest, files } = manifestOf([
    { path: 'b\\c\nd\re', sha256: '22' },
    { path: 'ä.js', sha256: '33' },
    { path: 'a.js', sha256: '11' },
  ]);
  expect(manifest).toBe('11  a.js\n\\22  b\\\\c\\nd\\re\n33  ä.js\n');
  expect(files.of).toBe('manifest');
  expect(files.sha256).toMatch(/^[0-9a-f]{64}$/);
});
