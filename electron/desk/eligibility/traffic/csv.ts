import { parse } from 'csv-parse/sync';
import type { LogFields } from '#desk/eligibility/reading/task.ts';
import type { EntrySink } from './entry.ts';
import { entryOf, type Guess, guesses, listed, plainName } from './fields.ts';
import { eachLine, lineLimitBytes } from './lines.ts';

const batchCharacters = 256 * 1024;

/**
 * Reads CSV with a header line. Lines are joined to records here, and csv-parse gets them in batches: so neither a
 * long line nor a quote that is never closed makes it hold the rest of the file.
 * @returns a problem in words, if the columns are not known
 */
export const readCsv = async (
  chunks: AsyncIterable<Buffer>,
  sink: EntrySink,
  fields: LogFields,
): Promise<string | undefined> => {
  let columns: Columns | undefined;
  let problem: string | undefined;
  let batch: CsvRecord[] = [];
  let characters = 0;
  const flush = () => {
    if (columns !== undefined) readBatch(batch, columns, sink);
    batch = [];
    characters = 0;
  };
  const take = (text: string, line: number) => {
    if (problem !== undefined || text.trim() === '') return;
    if (columns === undefined) {
      const found = columnsOf(text.replace(/^\uFEFF/, ''), fields);
      if (typeof found === 'string') problem = found;
      else columns = found;
      return;
    }
    batch.push({ text, line });
    characters += text.length;
    if (characters >= batchCharacters) flush();
  };
  const join = joiner(take, (text, line) => sink.entry('unread', line, () => text));
  await eachLine(chunks, {
    line: (bytes, number) => join.line(bytes.toString('utf8'), number),
    tooLong(number, length, suspect) {
      join.end();
      sink.tooLong(number, length, suspect);
    },
  });
  join.end();
  flush();
  return problem;
};

interface CsvRecord {
  readonly text: string;
  readonly line: number;
}

/** Joins lines while a quote is open. One that stays open too long spoils its own line only. */
const joiner = (take: (text: string, line: number) => void, spoilt: (text: string, line: number) => void) => {
  let open: string[] = [];
  let first = 0;
  let length = 0;
  const giveUp = () => {
    const [spoiltLine = '', ...rest] = open;
    const at = first;
    open = [];
    length = 0;
    spoilt(spoiltLine, at);
    rest.forEach((text, n) => {
      line(text, at + 1 + n);
    });
  };
  const line = (text: string, number: number) => {
    const odd = hasOddQuotes(text);
    if (open.length === 0 && !odd) return take(text, number);
    if (open.length === 0) first = number;
    open.push(text);
    length += text.length;
    if (odd && open.length > 1) {
      const whole = open.join('\n');
      open = [];
      length = 0;
      return take(whole, first);
    }
    if (open.length > openLineLimit || length > lineLimitBytes) giveUp();
    return undefined;
  };
  return {
    line,
    end: () => {
      while (open.length > 0) giveUp();
    },
  };
};
const openLineLimit = 50;

const hasOddQuotes = (text: string): boolean => {
  let odd = false;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) odd = !odd;
  return odd;
};

interface Columns {
  readonly delimiter: string;
  readonly names: readonly string[];
  readonly places: ReadonlyMap<Guess, number>;
}

const delimiters = [',', ';', '\t', '|'];
const parseAll = (text: string, delimiter: string): string[][] | undefined => {
  try {
    return parse(text, { delimiter, relax_quotes: true, relax_column_count: true }) as string[][];
  } catch {
    return undefined;
  }
};

/** Which column holds what, by the header line; a problem in words if there is no path. */
export const columnsOf = (header: string, fields: LogFields): Columns | string => {
  const split = delimiters.map((delimiter) => ({ delimiter, names: parseAll(header, delimiter)?.[0] ?? [] }));
  const { delimiter, names } = split.reduce((a, b) => (b.names.length > a.names.length ? b : a));
  const places = new Map<Guess, number>();
  const plain = names.map((name) => plainName(name));
  for (const wanted of Object.keys(guesses) as Guess[]) {
    const own = (fields as Partial<Record<Guess, string>>)[wanted];
    const place =
      own === undefined
        ? guesses[wanted].map((name) => plain.indexOf(name)).find((at) => at >= 0)
        : names.findIndex((name) => name.trim() === own);
    if (own !== undefined && place === -1) return `column "${own}" is not among ${listed(names)}`;
    if (place !== undefined) places.set(wanted, place);
  }
  if (places.has('path') || places.has('line')) return { delimiter, names, places };
  return `none of the columns ${listed(names)} is a known column for a path`;
};

/** One call for all records; where that does not give as many, one spoils the others, and each is read alone. */
const readBatch = (batch: readonly CsvRecord[], columns: Columns, sink: EntrySink): void => {
  const rows = parseAll(batch.map(({ text }) => text).join('\n'), columns.delimiter);
  const together = rows?.length === batch.length ? rows : undefined;
  for (const [at, record] of batch.entries()) {
    const values = together?.[at] ?? parseAll(record.text, columns.delimiter)?.[0];
    readRecord(values, record, columns, sink);
  }
};

const readRecord = (
  values: readonly string[] | undefined,
  { text, line }: CsvRecord,
  columns: Columns,
  sink: EntrySink,
): void => {
  if (values === undefined || values.length < Math.min(columns.names.length, 2)) {
    sink.entry('unread', line, () => text);
    return;
  }
  const entry = entryOf(
    (wanted) => {
      const place = columns.places.get(wanted);
      return place === undefined ? undefined : values[place]?.trim();
    },
    () => columns.names,
  );
  sink.entry(entry ?? 'no-request', line, () => text, text.includes('\n'));
};
