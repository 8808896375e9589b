import type { Vocabulary } from '#contract/token-columns.ts';
import { ListError, type RowCounter } from './list-rows.ts';

const delimiters = [',', ';', '\t', '|'];
/** No header is longer, characters. */
const longestHeader = 200_000;

/** Records of CSV: line breaks in quotes end none, and empty lines are none. */
export const createCsvRows = (vocabulary: Vocabulary): RowCounter => {
  let header: string | undefined;
  let line = '';
  let inQuotes = false;
  let isEmpty = true;
  let rows = 0;
  const endRecord = (): void => {
    if (!isEmpty && header !== undefined) rows++;
    // Excel takes, and some programs write, a line before all others that names the delimiter.
    if (!isEmpty && header === undefined && !/^\s*sep=.$/.test(line)) header = line;
    line = '';
    isEmpty = true;
  };
  const take = (character: string): void => {
    if (character === '"') inQuotes = !inQuotes;
    if (character.trim() !== '') isEmpty = false;
    if (header !== undefined) return;
    line += character;
    if (line.length > longestHeader) throw new ListError('list.longHeader');
  };
  return {
    add(text) {
      for (const character of text) {
        if (!inQuotes && (character === '\n' || character === '\r')) endRecord();
        else take(character);
      }
    },
    end() {
      if (inQuotes) {
        throw new ListError('list.openQuote');
      }
      endRecord();
      return { rows, headers: headersIn(header ?? '', vocabulary) };
    },
  };
};

/** By the delimiter that makes most known columns. */
const headersIn = (line: string, vocabulary: Vocabulary): string[] => {
  const ways = delimiters.map((delimiter) => {
    const headers = cellsIn(line, delimiter);
    const known = headers.filter((header) => vocabulary.known(header) !== undefined).length;
    return { headers, known };
  });
  const [best] = ways.sort((a, b) => b.known - a.known || b.headers.length - a.headers.length);
  return best?.headers ?? [];
};

const cellsIn = (line: string, delimiter: string): string[] => {
  const cells = [''];
  let inQuotes = false;
  for (const character of line) {
    if (character === '"') inQuotes = !inQuotes;
    else if (character === delimiter && !inQuotes) cells.push('');
    else cells[cells.length - 1] += character;
  }
  return cells.map((cell) => cell.trim());
};
