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

export const createArrayRows = (take: (row: SourceRow) => void): ArrayRows => {
  const makeRow = createRowMaker();
  let depth = 0;
  /** At which depth the rows stand; undefined before their array, and after it. */
  let rowsAt: number | undefined;
  let found = false;
  let number = 0;
  let outerKey = '';
  let row: Map<string, CellValue> | undefined;
  let key = '';
  let inner = false;
  let text = '';
  let inKey = false;

  const set = (value: CellValue): void => {
    if (row === undefined || rowsAt === undefined) return;
    const name =
      depth === rowsAt + 1 ? key : inner && depth === rowsAt + 2 ? `credentials.${key}` : undefined;
    if (name === undefined) return;
    row.set(name, value);
    if (row.size > mostColumns) {
      throw new UnreadableTextError(`row ${number} has more than ${mostColumns} fields`);
    }
  };
  const value = (cell: CellValue): void => {
    if (rowsAt !== undefined && depth === rowsAt) take(makeRow(++number, undefined));
    else set(cell);
  };

  const open = (isArray: boolean): void => {
    if (depth === 0) found = isArray;
    const holdsRows = isArray && (depth === 0 || (depth === 1 && !found && rowFields.has(outerKey)));
    if (rowsAt !== undefined && depth === rowsAt) {
      if (!isArray) row = new Map();
      number++;
    } else if (row !== undefined && rowsAt !== undefined && depth === rowsAt + 1) {
      inner = !isArray && key === 'credentials';
      if (!inner) set(nested);
    } else if (inner) set(nested);
    depth++;
    if (!holdsRows) return;
    rowsAt = depth;
    found = true;
  };
  const close = (): void => {
    depth--;
    if (rowsAt === undefined) return;
    if (depth === rowsAt) {
      take(makeRow(number, row));
      row = undefined;
    } else if (depth === rowsAt + 1) inner = false;
    else if (depth < rowsAt) rowsAt = undefined;
  };

  const steps: Partial<Record<Token['name'], (value: string) => void>> = {
    startObject: () => open(false),
    startArray: () => open(true),
    endObject: close,
    endArray: close,
    startKey: () => {
      inKey = true;
      text = '';
    },
    endKey: () => {
      inKey = false;
      if (depth === 1 && rowsAt === undefined) outerKey = text;
      key = text.trim();
    },
    startString: () => {
      text = '';
    },
    endString: () => value(text),
    startNumber: () => {
      text = '';
    },
    endNumber: () => value(Number(text)),
    stringChunk: (part) => {
      // One sign more than there may be tells that it is too long.
      if (text.length <= (inKey ? keyCharacters : cellCharacters)) text += part;
    },
    numberChunk: (part) => {
      if (text.length <= cellCharacters) text += part;
    },
    nullValue: () => value(''),
    trueValue: () => value(nested),
    falseValue: () => value(nested),
  };

  return {
    token: (token) => steps[token.name]?.('value' in token ? String(token.value) : ''),
    count: () => number,
    end() {
      if (depth > 0) throw new UnreadableTextError(`it ends too early, after row ${number}`);
      if (found) return;
      throw new UnreadableTextError(
        'it is JSON, but neither an array of rows nor an object with such an array under "rows" or "results"',
      );
    },
  };
};
