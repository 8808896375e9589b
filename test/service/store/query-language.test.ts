import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CatalogueError } from '#contract/errors.ts';
import { parseQuery, queryOperators } from '#service/store/query-language.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const conditions = (text: string) =>
  parseQuery(text).map((all) => all.map(({ field, operator, value }) => [field, operator, value]));

test('&& binds tighter than ||', () => {
  expect(conditions('a=1||b!=2&&c~x y||d>3')).toEqual([
    [['a', '=', '1']],
    [
      ['b', '!=', '2'],
      ['c', '~', 'x y'],
    ],
    [['d', '>', '3']],
  ]);
});

test('space around names, operators and bare values is dropped; single & and | belong to a value', () => {
  expect(conditions('  name =  Marks & Spencer | Co  &&x< 1 ')).toEqual([
    [
      ['name', '=', 'Marks & Spencer | Co'],
      ['x', '<', '1'],
    ],
  ]);
});

test('a quoted value may hold joiners, quotes, backslashes and operators', () => {
  expect(conditions(String.raw`name="a && \"b\" || c:\\d=\e" && tags."my key">"" || tags.k=v`)).toEqual([
    [
      ['name', '=', String.raw`a && "b" || c:\d=\e`],
      ['my key', '>', ''],
    ],
    [['k', '=', 'v']],
  ]);
});

test.each([
  ['', 1, 'the name of a field is missing'],
  ['name', 5, 'an operator is missing'],
  ['name=', 6, 'a value is missing'],
  ['name=a&&', 9, 'the name of a field is missing'],
  ['=a', 1, 'the name of a field is missing'],
  ['a>=1', 2, 'there is no operator >='],
  ['a==1', 2, 'there is no operator =='],
  ['a="b', 3, 'never closed'],
  ['a="b" c', 7, 'only && or ||'],
  ['a=1&& ||b=2', 7, 'the name of a field is missing'],
  ['tags.=1', 6, 'the key of the tag is missing'],
  [`${'a=1||'.repeat(100)}a=1`, 501, 'more than 100 conditions'],
])('%j is malformed at %i', (text, position, problem) => {
  expect(() => parseQuery(text)).toThrow(
    expect.objectContaining({
      code: 'query.malformed',
      message: expect.stringContaining(`at position ${position}: `),
      validation: [expect.objectContaining({ itemId: 'query', message: expect.stringContaining(problem) })],
    }),
  );
});

const signs = fc.constantFrom(
  '=',
  '!',
  '<',
  '>',
  '~',
  '&',
  '|',
  '"',
  '\\',
  ' ',
  'tags.',
  'name',
  'é',
  '&&',
  '||',
);

test('the parser never throws anything but its own error', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.array(signs).map((all) => all.join('')),
      ),
      (text) => {
        try {
          for (const all of parseQuery(text)) expect(all.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(CatalogueError);
          expect(error).toMatchObject({ code: 'query.malformed' });
        }
      },
    ),
    { numRuns: 5000 },
  );
});

test('what is written by the rules is read back', () => {
  const value = fc.string({ unit: anyCharacter });
  const condition = fc.tuple(fc.string({ unit: anyCharacter }), fc.constantFrom(...queryOperators), value);
  const query = fc.array(fc.array(condition, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  const quote = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  fc.assert(
    fc.property(query, (wanted) => {
      const text = wanted
        .map((all) => all.map(([key, sign, text]) => `tags.${quote(key)}${sign}${quote(text)}`).join(' && '))
        .join('||');
      expect(conditions(text)).toEqual(wanted);
    }),
  );
});
