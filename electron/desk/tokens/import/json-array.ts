import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { UnreadableTextError } from '#base/utf8.ts';
import { jsonProblem, type TextPlace } from './json-place.ts';
import { createArrayRows } from './json-tokens.ts';
import { batchRows } from './limits.ts';
import type { SourceRow, SourceRows } from './source-row.ts';

/** What the parser gets at once: what stands before an error in a piece is lost with it. */
const pieceBytes = 32 * 1024;

/**
 * Reads an array of objects, or an object with one under `rows` or `results`, token by token: so that neither its length
 * nor that of a value matters.
 * @throws UnreadableTextError with the line and column where it stops to be JSON; the parser's own words quote it
 */
export async function* readJsonArray(chunks: AsyncIterable<Buffer>): SourceRows {
  const parse = jsonParser({ packValues: false, streamValues: true });
  const decoder = new TextDecoder('utf-8');
  let batch: SourceRow[] = [];
  const rows = createArrayRows((row) => batch.push(row));
  const read = createPlaces();
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      const text = decoder.decode(chunk.subarray(from, from + pieceBytes), { stream: true });
      for (const token of tokensOf(parse, text, read, rows.count)) rows.token(token);
      read.add(text);
    }
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  rows.end();
  yield batch;
}

const tokensOf = (
  parse: ReturnType<typeof jsonParser>,
  text: string,
  read: Places,
  count: () => number,
): readonly Token[] => {
  try {
    return (parse(text) as unknown as { values?: readonly Token[] }).values ?? [];
  } catch {
    const place = read.problemIn(text);
    const where =
      place === undefined ? `soon after row ${count()}` : `at line ${place.line}, column ${place.column},`;
    throw new UnreadableTextError(`${where} it is not valid JSON`);
  }
};

/** The text read so far, to locate a problem in the whole. */
interface Places {
  add(text: string): void;
  problemIn(text: string): TextPlace | undefined;
}

/** Lists of tokens are far smaller; beyond, the row has to do. */
const keptCharacters = 64 * 1_048_576;

const createPlaces = (): Places => {
  let pieces: string[] = [];
  let length = 0;
  return {
    add(text) {
      length += text.length;
      if (length <= keptCharacters) pieces.push(text);
      else pieces = [];
    },
    problemIn: (text) =>
      length <= keptCharacters ? jsonProblem([...pieces, text].join('').replace(/^\uFEFF/, '')) : undefined,
  };
};
