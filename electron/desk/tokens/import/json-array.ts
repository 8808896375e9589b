import { jsonParser, type Token } from 'stream-json/core/parser.js';
import { UnreadableTextError } from '#base/utf8.ts';
import { createArrayRows } from './json-tokens.ts';
import { batchRows } from './limits.ts';
import type { SourceRow, SourceRows } from './source-row.ts';

/** What the parser gets at once: what stands before an error in a piece is lost with it. */
const pieceBytes = 32 * 1024;

/**
 * Reads an array of objects, or an object with one under `rows` or `results`, token by token: so that neither its length
 * nor that of a value matters.
 * @throws UnreadableTextError with the row after which it stops to be JSON; the parser's own words quote it
 */
export async function* readJsonArray(chunks: AsyncIterable<Buffer>): SourceRows {
  const parse = jsonParser({ packValues: false, streamValues: true });
  const decoder = new TextDecoder('utf-8');
  let batch: SourceRow[] = [];
  const rows = createArrayRows((row) => batch.push(row));
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.length; from += pieceBytes) {
      const text = decoder.decode(chunk.subarray(from, from + pieceBytes), { stream: true });
      for (const token of tokensOf(parse, text, rows.count)) rows.token(token);
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
  count: () => number,
): readonly Token[] => {
  try {
    return (parse(text) as unknown as { values?: readonly Token[] }).values ?? [];
  } catch {
    throw new UnreadableTextError(`soon after row ${count()} it is not valid JSON`);
  }
};
