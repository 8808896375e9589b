import type { Token } from 'stream-json/core/parser.js';
import { UnreadableTextError } from '#base/utf8.ts';
import { type CellValue, createRowMaker, nested } from './json-row.ts';
import { cellCharacters, mostColumns } from './limits.ts';
import type { SourceRow } from './source-row.ts';

/** Rows out of the tokens of a JSON text. */
export interface ArrayRows {
  /** @throws UnreadableTextError if it is not of the right form, or too much */
  token(token: Token): void;
  count(): number;
  /** @throws UnreadableTextError if it ends too early, or holds no rows */
  end(): void;
}

const rowFields: ReadonlySet<string> = new Set(['rows', 'results']);
const keyCharacters = 1000;

/** Where the reading of a JSON text is. */
const startReading = (take: (row: SourceRow) => void) => ({
  take,
  makeRow: createRowMaker(),
  depth: 0,
  /** At which depth the rows are; undefined before their array, and after it. */
  rowsAt: undefined as number | undefined,
  /** Whether an array of rows was found. */
  found: false,
  /** Of the row. */
  number: 0,
  outerKey: '',
  row: undefined as Map<string, CellValue> | undefined,
  key: '',
  /** Whether it is in the credentials of a row. */
  inner: false,
  text: '',
  longest: cellCharacters,
});
type Reading = ReturnType<typeof startReading>;

export const createArrayRows = (take: (row: SourceRow) => void): ArrayRows => {
  const reading = startReading(take);
  return {
    token: (token) => steps[token.name]?.(reading, 'value' in token ? String(token.value) : ''),
    count: () => reading.number,
    end() {
      const { depth, number, found } = reading;
      if (depth > 0) throw new UnreadableTextError(`it ends too early, after row ${number}`);
      if (found) return;
      throw new UnreadableTextError(
        'it is JSON, but neither an array of rows nor an object with such an array under "rows" or "results"',
      );
    },
  };
};

const isIn = ({ rowsAt, depth }: Reading, below: number): boolean =>
  rowsAt !== undefined && depth === rowsAt + below;

const set = (reading: Reading, value: CellValue): void => {
  const { row, key, inner, number } = reading;
  if (row === undefined) return;
  if (isIn(reading, 1)) row.set(key, value);
  else if (inner && isIn(reading, 2)) row.set(`credentials.${key}`, value);
  if (row.size > mostColumns) {
    throw new UnreadableTextError(`row ${number} has more than ${mostColumns} fields`);
  }
};

const addValue = (reading: Reading, cell: CellValue): void => {
  if (isIn(reading, 0)) reading.take(reading.makeRow(++reading.number, undefined));
  else set(reading, cell);
};

const open = (reading: Reading, isArray: boolean): void => {
  if (reading.depth === 0) reading.found = isArray;
  const { depth, found, outerKey } = reading;
  const holdsRows = isArray && (depth === 0 || (depth === 1 && !found && rowFields.has(outerKey)));
  openCell(reading, isArray);
  reading.depth++;
  if (!holdsRows) return;
  reading.rowsAt = reading.depth;
  reading.found = true;
};

const openCell = (reading: Reading, isArray: boolean): void => {
  if (isIn(reading, 0)) {
    if (!isArray) reading.row = new Map();
    reading.number++;
    return;
  }
  if (reading.row !== undefined && isIn(reading, 1)) {
    reading.inner = !isArray && reading.key === 'credentials';
    if (!reading.inner) set(reading, nested);
  } else if (reading.inner) set(reading, nested);
};

const close = (reading: Reading): void => {
  reading.depth--;
  if (isIn(reading, 0)) {
    reading.take(reading.makeRow(reading.number, reading.row));
    reading.row = undefined;
  } else if (isIn(reading, 1)) reading.inner = false;
  else if (isIn(reading, -1)) reading.rowsAt = undefined;
};

const begin = (reading: Reading, longest: number): void => {
  reading.text = '';
  reading.longest = longest;
};
const addText = (reading: Reading, part: string): void => {
  // One character more than there may be shows that it is too long.
  if (reading.text.length <= reading.longest) reading.text += part;
};
const endKey = (reading: Reading): void => {
  const { depth, rowsAt, text } = reading;
  if (depth === 1 && rowsAt === undefined) reading.outerKey = text;
  reading.key = text.trim();
};

const steps: Partial<Record<Token['name'], (reading: Reading, value: string) => void>> = {
  startObject: (reading) => open(reading, false),
  startArray: (reading) => open(reading, true),
  endObject: close,
  endArray: close,
  startKey: (reading) => begin(reading, keyCharacters),
  endKey,
  startString: (reading) => begin(reading, cellCharacters),
  endString: (reading) => addValue(reading, reading.text),
  startNumber: (reading) => begin(reading, cellCharacters),
  endNumber: (reading) => addValue(reading, Number(reading.text)),
  stringChunk: addText,
  numberChunk: addText,
  nullValue: (reading) => addValue(reading, ''),
  trueValue: (reading) => addValue(reading, nested),
  falseValue: (reading) => addValue(reading, nested),
};
