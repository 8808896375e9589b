import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packageRoot } from '#base/package-root.ts';
import { fitsWhole, SlowPatternError, wholeValue } from '#base/whole-value.ts';
import { loadCatalogue } from '#service/platform/catalogue.ts';

const endless = [
  '(a+)+b',
  '(a|a)*b',
  '(?:a?){40}a{40}',
  '(?=(a+)+b)a*',
  'a*a*a*a*a*b',
  '(.*)*[b]',
  '(?:(?:a{1,30}){1,30}){1,30}b',
  '(a*)\\1\\1*b',
  '[a]*[a]+.*\\p{L}*b',
];

test.each(endless)('%s comes to an end with whatever value', (pattern) => {
  const whole = wholeValue(pattern);
  const value = `${'a'.repeat(20_000)}!`;
  const began = process.threadCpuUsage().user;
  for (let n = 0; n < 5; n++) fitsWhole(whole, value);
  // One deadline, and no second: without one the first value alone takes years. Of the processor's time: on a busy
  // machine a deadline passes in vain, and counts for nothing.
  expect(process.threadCpuUsage().user - began).toBeLessThan(5_000_000);
});

test('a pattern that is too slow with one value is told as such, and still serves others', () => {
  const whole = wholeValue('(x+)+y');
  expect(whole.test('xxy')).toBe(true);
  expect(() => whole.test('x'.repeat(50))).toThrow(SlowPatternError);
  expect(whole.test('xxy')).toBe(true);
  expect(whole.test('xxyy')).toBe(false);
});

test('every pattern gives what the regular expression gives, with a deadline or without', () => {
  const piece = fc.constantFrom(
    'a',
    'b',
    '[ab]',
    '\\.',
    'a{2}',
    'b{1,2}',
    '(?:ab)?',
    '|',
    '[^\\]a]',
    '.',
    'a+',
    '(a|b)',
  );
  const value = fc.string({ unit: fc.constantFrom('a', 'b', '.', ']', 'é'), maxLength: 6 });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), value, (pieces, text) => {
      const pattern = pieces.join('');
      expect(wholeValue(pattern).test(text)).toBe(new RegExp(`^(?:${pattern})$`, 'u').test(text));
    }),
  );
});

test('each pattern that comes with the program takes its example, and is done with any length of it in time', async () => {
  const { all } = await loadCatalogue({ resourcesDir: join(packageRoot(), 'resources') });
  const fields = all.flatMap(({ credentials, managedDetails = [] }) => [...credentials, ...managedDetails]);
  expect(fields.length).toBeGreaterThan(50);
  const different = new Map(
    fields.map(({ pattern, example }) => [`${pattern} ${example}`, { pattern, example }]),
  );
  for (const { pattern, example } of different.values()) {
    const whole = wholeValue(pattern);
    expect(whole.test(example)).toBe(true);
    for (const piece of [example, 'a', 'a ', 'a.', '0']) {
      for (const length of [8000, 1_000_000]) {
        expect(whole.test(`${piece.repeat(length / piece.length)}\n`), pattern).toBe(false);
      }
    }
  }
});
