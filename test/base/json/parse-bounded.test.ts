import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonBoundError, mostDepth, parseBounded } from '#base/json/parse-bounded.ts';

/** As the rule says it: each value of a list or field by itself, and each list and object once more. */
const valuesOf = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 1;
  const inner = Object.values(value);
  return inner.reduce<number>((sum, one) => sum + valuesOf(one), 1) + (inner.length === 0 ? 1 : 0);
};

test('it takes what holds as many values as it may, and no more, whatever stands in its strings', () => {
  const json = fc.jsonValue({ maxDepth: 5, stringUnit: fc.constantFrom('{', '[', ',', '"', '\\', 'a') });
  fc.assert(
    fc.property(json, (value) => {
      const text = JSON.stringify(value);
      const values = valuesOf(value);
      expect(parseBounded(text, { values })).toEqual(JSON.parse(text));
      expect(parseBounded(text, { values: text.length + 1 })).toEqual(JSON.parse(text));
      expect(() => parseBounded(text, { values: values - 1 })).toThrow(JsonBoundError);
    }),
  );
});

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

test('it takes the greatest depth and refuses one more, in long texts and in short ones', () => {
  for (const values of [1_000, 1_000_000]) {
    expect(() => parseBounded(nested(mostDepth), { values })).not.toThrow();
    expect(() => parseBounded(nested(mostDepth + 1), { values })).toThrow(JsonBoundError);
  }
  const wide = JSON.stringify(Array.from({ length: mostDepth + 1 }, () => [{}]));
  expect(() => parseBounded(wide, { values: 1_000_000 })).not.toThrow();
});

test('empty lists, which take the fewest letters, count as well', () => {
  const lists = Array.from({ length: 100 }, () => []);
  const text = JSON.stringify(lists);
  expect(parseBounded(text, { values: valuesOf(lists) })).toEqual(lists);
  expect(() => parseBounded(text, { values: valuesOf(lists) - 1 })).toThrow(JsonBoundError);
});
