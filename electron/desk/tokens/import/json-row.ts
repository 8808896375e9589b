import { createHeaderSets } from './header-sets.ts';
import { type Flaw, isTooLong, type SourceRow, tooLong } from './source-row.ts';

/** An object of JSON as a row: its fields are columns, and those of an object `credentials` in it are, too. */

/** What is neither text nor number. */
export const nested = Symbol('nested');
export type CellValue = string | number | typeof nested;

/** @returns rows; undefined instead of fields for what is no object */
export const createRowMaker = () => {
  const sets = createHeaderSets();
  return (row: number, fields: ReadonlyMap<string, CellValue> | undefined): SourceRow => {
    if (fields === undefined) {
      return brokenRow(row, 'The row is not a JSON object, with a field for each column.');
    }
    const flaws: Flaw[] = [];
    const cells: string[] = [];
    for (const value of fields.values()) {
      const problem = problemOf(value);
      if (problem !== undefined) flaws.push({ column: cells.length, message: problem });
      cells.push(problem === undefined ? String(value) : '');
    }
    const headers = sets.same([...fields.keys()]);
    return { row, headers, cells, ...(flaws.length === 0 ? {} : { flaws }) };
  };
};

const nothing: readonly string[] = [];
export const brokenRow = (row: number, message: string): SourceRow => ({
  row,
  headers: nothing,
  cells: nothing,
  flaws: [{ message }],
});

/** A clause that follows the column's name. */
const problemOf = (value: CellValue): string | undefined => {
  if (value === nested) return 'must be a text in quotes.';
  if (typeof value === 'number') {
    return Number.isSafeInteger(value)
      ? undefined
      : 'must be in quotes: a number this long, or with a fraction, is not exact.';
  }
  if (isTooLong(value)) return tooLong;
  return value.isWellFormed() ? undefined : 'contains half a character (a lone surrogate).';
};
