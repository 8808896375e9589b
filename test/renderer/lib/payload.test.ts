import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findMatches, wordPattern } from '#renderer/ui/payload/find-words.ts';
import { indentJson } from '#renderer/ui/payload/indent-json.ts';

test('any JSON is indented as JSON.stringify does, from any spelling of its blanks', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 1, 4, '\t'), (text, blanks) => {
      const value: unknown = JSON.parse(text);
      expect(indentJson(JSON.stringify(value, undefined, blanks))).toBe(JSON.stringify(value, undefined, 2));
    }),
  );
});

test('values stay as they were written', () => {
  expect(indentJson('{"a":12345678901234567890.10,"a":"\\u00e9\\/"}')).toBe(
    '{\n  "a": 12345678901234567890.10,\n  "a": "\\u00e9\\/"\n}',
  );
  expect(indentJson('<html>')).toBeUndefined();
  expect(indentJson('{"a":}')).toBeUndefined();
});

test('words are found without case, at their places, and no word finds nothing', () => {
  const pattern = wordPattern(['harbour', 'Har', '']);
  expect(findMatches('{"name":"Harbour & HARP"}', pattern)).toEqual([
    { from: 9, to: 16 },
    { from: 19, to: 22 },
  ]);
  expect(findMatches('a.b*c', wordPattern(['.b*']), 10)).toEqual([{ from: 11, to: 14 }]);
  expect(findMatches('text', wordPattern(['']))).toEqual([]);
  fc.assert(
    fc.property(fc.string(), fc.string({ minLength: 1 }), (around, word) => {
      const found = findMatches(around + word + around, wordPattern([word]));
      expect(found.length).toBeGreaterThan(0);
    }),
  );
});
