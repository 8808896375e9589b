import { type CsvError, parse } from 'csv-parse';
import { UnreadableTextError } from '#base/utf8.ts';
import { formatNumber } from '#contract/format.ts';
import { batchRows, rowBytes } from './limits.ts';
import { createLineFinder } from './line-finder.ts';
import { openingOf } from './open-quote.ts';
import {
  type Flaw,
  isTooLong,
  refuseManyColumns,
  type SourceRow,
  type SourceRows,
  tooLong,
} from './source-row.ts';

export interface CsvOptions {
  readonly delimiter: string;
  /** Lines before the header that are none, such as "sep=;". */
  readonly linesBefore: number;
  /** The name of a column as it may be shown. */
  readonly shown: (header: string) => string | undefined;
}

/**
 * Reads CSV with a header line. csv-parse gets chunk after chunk and holds one row, whose size is limited: so neither a
 * huge cell nor a quote that never closes makes it hold the rest of the file.
 * @throws UnreadableTextError with line and column, in words of our own: csv-parse's quote the cell
 */
export async function* readCsv(chunks: AsyncIterable<Buffer>, options: CsvOptions): SourceRows {
  const lines = createLineFinder();
  let headers: readonly string[] | undefined;
  let batch: SourceRow[] = [];

  const take = (cells: readonly string[], endByte: number): null => {
    const row = lines.startOf(cells, endByte);
    if (row <= options.linesBefore) return null;
    if (headers === undefined) {
      headers = cells.map((cell) => cell.trim());
      refuseManyColumns(headers.length);
    } else if (cells.some((cell) => cell.trim() !== '')) batch.push(sourceRow(row, headers, cells));
    return null;
  };

  const parser = parse({
    delimiter: options.delimiter,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: rowBytes,
    on_record: (cells, { bytes }) => take(cells as unknown as string[], bytes),
  });
  // Writes report the end and errors.
  parser.on('error', () => undefined).resume();
  const written = (write: (done: (error?: Error | null) => void) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      write((error) => {
        if (!error) resolve();
        else if (error instanceof UnreadableTextError) reject(error);
        else reject(describe(error as CsvError, lines.rest(), headers, options));
      });
    });

  try {
    for await (const chunk of chunks) {
      lines.add(chunk);
      await written((done) => parser.write(chunk, done));
      for (; batch.length >= batchRows; batch = batch.slice(batchRows)) yield batch.slice(0, batchRows);
    }
    await written((done) => parser.end(done).once('error', done));
    yield batch;
  } finally {
    parser.destroy();
  }
}

const sourceRow = (row: number, headers: readonly string[], cells: readonly string[]): SourceRow => {
  const flaws: Flaw[] = [];
  const filled = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  if (cells.length < headers.length || filled > headers.length) {
    const message = `The row has ${cells.length} cells, but the header has ${headers.length}. Check the delimiters, and quote cells that contain one.`;
    flaws.push({ message });
  }
  const kept = cells.map((cell, column) => {
    if (!isTooLong(cell)) return cell;
    flaws.push({ column, message: tooLong });
    return '';
  });
  return { row, headers, cells: kept, ...(flaws.length === 0 ? {} : { flaws }) };
};

const describe = (
  { code, column }: CsvError,
  { text, line }: { text: Buffer; line: number },
  headers: readonly string[] | undefined,
  { delimiter, shown }: CsvOptions,
): Error => {
  const at = typeof column === 'number' ? column : 0;
  const name = headers === undefined ? undefined : shown(headers[at] ?? '');
  const opening = openingOf(text, delimiter);
  const where = (quoteLine: number): string =>
    `line ${quoteLine}, column ${at + 1}${name === undefined ? '' : ` (${name})`}`;
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new UnreadableTextError(`the quote opened in ${where(line + opening)} never closes`);
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new UnreadableTextError(
        `the quote opened in ${where(line + opening)} does not close at the end of its cell. Double quotes inside a cell`,
      );
    case 'INVALID_OPENING_QUOTE':
      return new UnreadableTextError(
        `in ${where(line + opening)} an unquoted cell contains a quote. Quote the cell and double the quote inside it`,
      );
    case 'CSV_MAX_RECORD_SIZE':
      return new UnreadableTextError(
        `the row of line ${line} is longer than ${formatNumber(rowBytes)} bytes; it continues in ${where(line + opening)}, where a closing quote may be missing`,
      );
    default:
      return new UnreadableTextError(`from line ${line} on it is not CSV`);
  }
};
