import { parse } from 'csv-parse/sync';
import { asUtf8, type TextEncoding, UnreadableTextError, withHead } from '#base/utf8.ts';
import type { Vocabulary } from '#contract/token-columns.ts';
import type { ImportFormat } from '#contract/token-rows.ts';
import { readCsv } from './csv.ts';
import { readJsonArray } from './json-array.ts';
import { readJsonLines } from './json-lines.ts';
import type { SourceRows } from './source-row.ts';

/** A file that is being read: what it turned out to be, and its rows. */
export interface Reading {
  readonly encoding: TextEncoding;
  readonly format: ImportFormat;
  /** Of CSV. */
  readonly delimiter?: string;
  readonly rows: SourceRows;
}

const headBytes = 128 * 1024;

/**
 * Tells encoding, format and delimiter by the beginning, and reads on.
 * @throws UnreadableTextError also while the rows are read
 */
export const readRows = async (
  chunks: AsyncIterable<Buffer>,
  vocabulary: Vocabulary,
  format?: ImportFormat,
): Promise<Reading> => {
  const { encoding, chunks: text } = await asUtf8(chunks);
  const { head: bytes, all } = await withHead(text, headBytes);
  const head = bytes.toString('utf8');
  if (head.trim() === '') throw new UnreadableTextError('it is empty');
  const found = format ?? formatOf(head);
  if (found === 'json') return { encoding, format: found, rows: readJsonArray(all) };
  if (found === 'jsonl') return { encoding, format: found, rows: readJsonLines(all) };

  const [, said] = /^sep=(.)\r?\n/.exec(head) ?? [];
  const delimiter = said ?? delimiterOf(head, vocabulary);
  const rows = readCsv(head.includes('\n') ? all : withLineFeeds(all), {
    delimiter,
    linesBefore: said === undefined ? 0 : 1,
    // Whatever is no known name may be a value, in a file without a header.
    shown: (header) => (vocabulary.known(header) === undefined ? undefined : header),
  });
  return { encoding, format: 'csv', delimiter, rows };
};

const formatOf = (head: string): ImportFormat => {
  const start = head.trimStart();
  if (start.startsWith('[')) return 'json';
  if (!start.startsWith('{')) return 'csv';
  const [line = ''] = start.split('\n', 1);
  try {
    const value = JSON.parse(line) as Record<string, unknown>;
    return Array.isArray(value.rows) || Array.isArray(value.results) ? 'json' : 'jsonl';
  } catch {
    return 'json';
  }
};

const delimiters = [',', ';', '\t', '|'];

/** The one by which most columns are known; the one that makes most of them, where none is. */
const delimiterOf = (head: string, vocabulary: Vocabulary): string => {
  const scored = delimiters.map((delimiter) => {
    const names = headerBy(head, delimiter);
    const known = names.filter((name) => vocabulary.known(name) !== undefined).length;
    return { delimiter, known, columns: names.length };
  });
  const [best] = scored.sort((a, b) => b.known - a.known || b.columns - a.columns);
  return best?.delimiter ?? ',';
};

const headerBy = (head: string, delimiter: string): string[] => {
  try {
    const [names] = parse(head, { delimiter, to: 1, skip_empty_lines: true }) as string[][];
    return names ?? [];
  } catch {
    return [];
  }
};

/** Lines of very old programs end with a carriage return alone. */
async function* withLineFeeds(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    yield Buffer.from(chunk).map((byte) => (byte === 13 ? 10 : byte)) as Buffer;
  }
}
