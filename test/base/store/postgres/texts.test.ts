import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asItWas, storable } from '#base/store/postgres/texts.ts';

/** Much of what matters here, and anything else. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\u0000',
        '\\',
        '\\u0000',
        '\\ud800',
        '\\uDFFF',
        '\\u00e9',
        '\ufdd0',
        'u0000',
        '"',
        '0',
        'm',
      ),
      fc.string({ unit: 'binary', maxLength: 4 }),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

test('any text comes back as it was, and no two are stored alike', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(asItWas(storable(one))).toBe(one);
      expect(storable(one) === storable(other)).toBe(one === other);
      expect(storable(one)).not.toContain('\u0000');
    }),
    { numRuns: 2000 },
  );
});

test('JSON stays JSON, with the same members, and without the escapes that the server refuses', () => {
  fc.assert(
    fc.property(fc.dictionary(text, text, { maxKeys: 5, noNullPrototype: true }), (value) => {
      const stored = storable(JSON.stringify(value));
      const inPlace = JSON.parse(stored) as Record<string, string>;
      expect(Object.keys(inPlace)).toHaveLength(Object.keys(value).length);
      expect(stored.replaceAll(/\\\\/g, '')).not.toMatch(/\\u(0000|d[89ab])/i);
      expect(JSON.parse(asItWas(stored))).toEqual(value);
    }),
    { numRuns: 1000 },
  );
});

test('what most texts are is not touched', () => {
  for (const plain of ['', 'Crème brûlée', '{"a":"\\u00e9"}', '\u{1f600}', "it's"])
    expect(storable(plain)).toBe(plain);
});
