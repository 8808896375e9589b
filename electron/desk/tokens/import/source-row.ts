import { UnreadableTextError } from '#base/utf8.ts';
import { formatNumber } from '#contract/format.ts';
import { cellCharacters, mostColumns } from './limits.ts';

/** Rows as the formats give them, before anybody knows what their columns mean. */

export interface SourceRow {
  /** Its line, or its number in an array of JSON, from 1. */
  readonly row: number;
  /** The same array for rows of the same columns. */
  readonly headers: readonly string[];
  readonly cells: readonly string[];
  /** Problems of the row as a whole, found before its columns are read. */
  readonly flaws?: readonly Flaw[];
}

export interface Flaw {
  /** The place of the column. */
  readonly column?: number;
  readonly message: string;
}

export type SourceRows = AsyncGenerator<readonly SourceRow[]>;

/** A cell as long as it may be. */
export const isTooLong = (cell: string): boolean => cell.length > cellCharacters;
export const tooLong = `is longer than ${cellCharacters} characters.`;

/** @throws UnreadableTextError if there are more than there may be */
export const refuseManyColumns = (count: number): void => {
  if (count <= mostColumns) return;
  throw new UnreadableTextError(
    `it has ${formatNumber(count)} columns; the limit is ${mostColumns}. Remove columns that are not needed`,
  );
};
