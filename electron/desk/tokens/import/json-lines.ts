import { UnreadableTextError } from '#base/utf8.ts';
import { formatNumber } from '#contract/format.ts';
import { jsonProblem } from './json-place.ts';
import { brokenRow, type CellValue, createRowMaker, nested } from './json-row.ts';
import { batchRows, rowBytes } from './limits.ts';
import type { SourceRow, SourceRows } from './source-row.ts';

/**
 * Reads one JSON object a line. A line that is none spoils itself only.
 * @throws UnreadableTextError for a line that is too long
 */
export async function* readJsonLines(chunks: AsyncIterable<Buffer>): SourceRows {
  const makeRow = createRowMaker();
  let batch: SourceRow[] = [];
  let number = 0;
  for await (const line of linesOf(chunks)) {
    number++;
    const value = line.trim() === '' ? undefined : parsed(line);
    if (value === undefined) continue;
    batch.push(
      value === invalid ? brokenRow(number, formatInvalid(line, number)) : makeRow(number, fieldsOf(value)),
    );
    if (batch.length < batchRows) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

const invalid = Symbol('invalid');

const formatInvalid = (line: string, number: number): string =>
  `The row is not valid JSON at line ${number}, column ${jsonProblem(line)?.column ?? 1}.`;

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return invalid;
  }
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown): Map<string, CellValue> | undefined => {
  if (!isObject(value)) return undefined;
  const fields = new Map<string, CellValue>();
  for (const [key, cell] of Object.entries(value)) {
    const name = key.trim();
    if (name === 'credentials' && isObject(cell)) {
      for (const [inner, one] of Object.entries(cell)) fields.set(`credentials.${inner.trim()}`, cellOf(one));
    } else fields.set(name, cellOf(cell));
  }
  return fields;
};

const cellOf = (value: unknown): CellValue => {
  if (value === null) return '';
  return typeof value === 'string' || typeof value === 'number' ? value : nested;
};

async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  for await (const chunk of chunks) {
    let text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10)) {
      refuseLong(end, line++);
      yield text.toString('utf8', 0, end);
      text = text.subarray(end + 1);
    }
    refuseLong(text.length, line);
    rest = text;
  }
  yield rest.toString('utf8');
}

const refuseLong = (bytes: number, line: number): void => {
  if (bytes <= rowBytes) return;
  throw new UnreadableTextError(`line ${line} is longer than ${formatNumber(rowBytes)} bytes`);
};
