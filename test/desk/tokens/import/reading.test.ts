import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createVocabulary } from '#contract/token-columns.ts';
import { readRows } from '#desk/tokens/import/read-rows.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { catalogue } from '#test/support/desk-fixture.ts';

const vocabulary = createVocabulary(catalogue);
const headers = ['ref', 'name', 'platform', 'accessToken', 'some thing'];

/** Any text, but for what a text file does not hold. */
const cell = fc
  .oneof(
    fc.string({ unit: anyCharacter, maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(...',;|\t"\'\r\n aä€😀'), maxLength: 12 }),
  )
  .map((text) => text.toWellFormed().replaceAll('\0', '').replaceAll('\ufeff', ''));
const table = fc
  .array(fc.array(cell, { minLength: headers.length, maxLength: headers.length }), {
    minLength: 1,
    maxLength: 20,
  })
  // A row of nothing is passed over.
  .map((rows) => rows.map(([first, ...rest], n) => [`${n}${first}`, ...rest]));

const encodings: Record<string, (text: string) => Buffer> = {
  'UTF-8': (text) => Buffer.from(text),
  'UTF-8 with BOM': (text) => Buffer.from(`\ufeff${text}`),
  'UTF-16 LE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  'UTF-16 BE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};

const pieces = async function* (bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const read = async (bytes: Buffer, size: number) => {
  const reading = await readRows(pieces(bytes, size), vocabulary);
  const cells: (readonly string[])[] = [];
  const lines: number[] = [];
  for await (const batch of reading.rows) {
    for (const row of batch) {
      expect(row.flaws).toBeUndefined();
      cells.push(headers.map((header) => row.cells[row.headers.indexOf(header)] ?? ''));
      lines.push(row.row);
    }
  }
  return { encoding: reading.encoding, delimiter: reading.delimiter, cells, lines };
};

test('any table written as CSV reads back the same, whatever its delimiter, quotes, encoding, and pieces', async () => {
  await fc.assert(
    fc.asyncProperty(
      table,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      fc.constantFrom(...Object.keys(encodings)),
      fc.integer({ min: 1, max: 400 }),
      async (rows, delimiter, lineEnd, quoted, encoding, size) => {
        const text = stringify([headers, ...rows], {
          delimiter,
          record_delimiter: lineEnd,
          quoted,
          // It leaves a carriage return alone otherwise.
          quoted_match: /[\r\n]/,
        });
        const found = await read((encodings[encoding] as (text: string) => Buffer)(text), size);
        expect([found.encoding, found.delimiter]).toEqual([encoding, delimiter]);
        expect(found.cells).toEqual(rows);
        let line = 2;
        const expected = rows.map((cells) => {
          const at = line;
          line += 1 + cells.join('').split('\n').length - 1;
          return at;
        });
        expect(found.lines).toEqual(expected);
      },
    ),
    { numRuns: 300 },
  );
});

test('any table written as JSON reads back the same, in both forms', async () => {
  const objects = (rows: string[][]) =>
    rows.map((cells) => Object.fromEntries(headers.map((header, at) => [header, cells[at]])));
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 400 }), fc.boolean(), async (rows, size, pretty) => {
      const lines = objects(rows)
        .map((row) => JSON.stringify(row))
        .join('\n');
      expect((await read(Buffer.from(lines), size)).cells).toEqual(rows);
      const array = JSON.stringify({ before: [[], {}], rows: objects(rows) }, null, pretty ? 2 : 0);
      const found = await read(Buffer.from(array), size);
      expect(found.cells).toEqual(rows);
      expect(found.lines).toEqual(rows.map((_, at) => at + 1));
    }),
    { numRuns: 100 },
  );
});
