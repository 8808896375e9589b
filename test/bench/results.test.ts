import { array, assert, boolean, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { tableOf } from './results.ts';

const columns = (table: string): number => Math.max(...table.split('\n').map((line) => [...line].length));
const words = (text: string): string => text.replaceAll(/[\s│┌┐└┘├┤┬┴┼─]+/g, '');

test('the table fits 120 columns and loses no text', () => {
  const result = {
    what: '(tokens) 10,000 companies, on the service in the same process',
    figure: '0.81',
    bar: '>= 0.85',
    reached: false,
    detail: `of a bare undici loop; 203/s in 120000 calls, of 250/s ${'a-name-without-blanks'.repeat(12)}`,
  };
  const table = tableOf([result, { ...result, detail: 'short', reached: true }]);
  expect(columns(table)).toBeLessThanOrEqual(120);
  expect(table).not.toContain('…');
  for (const word of result.detail.split(' ').slice(0, 8)) expect(table).toContain(word);
  expect(words(table)).toContain('NOTreached');
});

test('whatever the texts, no line is wider', () => {
  const text = string({ unit: 'grapheme-ascii', maxLength: 300 });
  void assert(
    property(
      array(record({ what: text, figure: text, bar: text, reached: boolean(), detail: text })),
      (rows) => {
        expect(columns(tableOf(rows))).toBeLessThanOrEqual(120);
      },
    ),
  );
});
