import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patternsOf } from '#base/secret-patterns.ts';
import { readText } from '#base/secret-readings.ts';
import { runs } from '#test/support/runs.ts';

/** Few signs, so that texts come near to the secret; those that begin an escape or stand for others are among them. */
const signs = [
  'a',
  'B',
  '7',
  '/',
  '+',
  ' ',
  '-',
  '_',
  '\\',
  '%',
  '=',
  '&',
  '#',
  '"',
  ':',
  'é',
  '€',
  'n',
  'u',
];
const secret = fc
  .array(fc.constantFrom(...signs), { minLength: 6, maxLength: 14 })
  .map((all) => all.join(''));

const hex = (text: string, digits = 2): string => text.charCodeAt(0).toString(16).padStart(digits, '0');
/** Ways to write one character, also those that are not complete or are something else. */
const ways: readonly ((one: string) => string)[] = [
  (one) => one,
  (one) => `\\${one}`,
  (one) => [...Buffer.from(one)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  (one) => `=3D${hex(one).toUpperCase()}`,
  (one) => `\\u${hex(one, 4)}`,
  (one) => `\\\\x${hex(one)}`,
  (one) => `&amp;#${one.codePointAt(0)};`,
  (one) => (one === ' ' ? '+' : one === '"' ? '&quot;' : one),
  (one) => `${one}\r\n`,
  (one) => `${one}\\n`,
  (one) => `${hex(one)}:`,
  (one) => `${hex(one).toUpperCase()} `,
];
const whole: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(' ', '+'),
  (text) => text.replaceAll('/', '\\/'),
  (text) =>
    Buffer.from(text)
      .toString('hex')
      .replace(/..(?=.)/g, '$&-'),
  (text) =>
    Buffer.from(text)
      .toString('hex')
      .toUpperCase()
      .replace(/..(?=.)/g, '$&.'),
  (text) => Buffer.from(text).toString('base64'),
  (text) => Buffer.from(text).toString('base64url'),
  (text) => Buffer.from(`x${text}`).toString('base64url').replace(/.{3}/g, '$&\n'),
  (text) => Buffer.from(text).toString('hex'),
  (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  (text) => Buffer.from(text, 'utf16le').swap16().toString('latin1'),
];
/** As it is, with one sign in another way, or each in one of its own. */
const written = (text: string): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...whole),
      fc.constantFrom('as it is', 'one', 'one', 'each'),
      fc.array(fc.constantFrom(...ways), { minLength: 1, maxLength: 8 }),
    )
    .map(([write, which, chosen]) =>
      [...write(text)]
        .map((sign, n) => {
          const isChanged = which === 'each' || (which === 'one' && n === chosen.length);
          const way = chosen[n % chosen.length];
          return isChanged && way !== undefined ? way(sign) : sign;
        })
        .join(''),
    );

const cases = secret.chain((text) =>
  fc.tuple(fc.constant(text), written(text), fc.nat({ max: 12 }), fc.constantFrom(4, 16)),
);

const tried = runs(300);

test('a text that a reading rules out matches no expression of the secret or of a beginning of it', () => {
  let matched = 0;
  fc.assert(
    fc.property(cases, ([text, writing, from, length]) => {
      const latin1 = Buffer.from(`{"a":"${writing}`.slice(from)).toString('latin1');
      const read = readText(latin1);
      for (const { units, plain, reading } of patternsOf(text)) {
        const matches = new RegExp(units.slice(0, length).join('')).test(latin1);
        matched += Number(matches);
        if (matches) expect(read.mayHold(plain?.slice(0, length).join(''), reading), reading).toBe(true);
      }
    }),
    { numRuns: tried },
  );
  expect(matched).toBeGreaterThan(tried / 10);
});

test('a text of another kind is ruled out without an expression', () => {
  const headers =
    '{"content-type":"application/json","date":"Tue, 24 Nov 2026 10:00:00 GMT","keep-alive":"timeout=5"}';
  const read = readText(headers);
  for (const { plain, reading } of patternsOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')) {
    expect(read.mayHold(plain?.slice(0, 16).join(''), reading), reading).toBe(false);
  }
});
