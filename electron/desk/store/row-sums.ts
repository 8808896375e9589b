import { insertRows } from '#base/store/bulk.ts';
import type { TableNote } from '#contract/journal.ts';
import type { Reader, Tx } from './reader.ts';
import type { SealedTable } from './sealed-tables.ts';

export interface SealKeys {
  /** Hex. */
  readonly tagKey: string;
  readonly seal: (text: string, place: string) => Buffer;
  /** undefined under another key. */
  readonly open: (sealed: Buffer, place: string) => string | undefined;
  readonly authenticate: (purpose: string, text: string) => string;
}

/** All tags of a table, added up. */
export interface TableSum {
  /** Commits that changed the table. */
  readonly version: number;
  readonly rows: number;
  readonly words: readonly number[];
}

/** What a unit of work adds to a sum. */
export interface Change {
  rows: number;
  readonly words: Int32Array;
  /** Added up from nothing. */
  readonly isAnew?: boolean;
}

const width = 8;
export const noChange = (): Change => ({ rows: 0, words: new Int32Array(width) });
export const emptySum: TableSum = { version: 0, rows: 0, words: Array(width).fill(0) };

const placeOf = (table: string): string => `row sum ${table}`;

/** undefined where it is gone or not ours. */
export const sumIn = async (
  { db }: Reader,
  keys: SealKeys,
  table: SealedTable,
): Promise<TableSum | undefined> => {
  const row = await db.selectFrom('row_sums').select('sum').where('tbl', '=', table).executeTakeFirst();
  return openSum(keys, table, row?.sum);
};

/** The same, of what a row has. */
export const openSum = (keys: SealKeys, table: SealedTable, sealed: unknown): TableSum | undefined => {
  const text = sealed instanceof Buffer ? keys.open(sealed, placeOf(table)) : undefined;
  return text === undefined ? undefined : (JSON.parse(text) as TableSum);
};

export const writeSum = async (
  { db }: Tx,
  keys: SealKeys,
  table: SealedTable,
  sum: TableSum,
): Promise<void> => {
  await insertRows(
    db,
    'row_sums',
    [{ tbl: table, sum: keys.seal(JSON.stringify(sum), placeOf(table)) }],
    ['tbl'],
  );
};

export const noteOf = (
  keys: SealKeys,
  table: SealedTable,
  { version, rows, words }: TableSum,
): TableNote => ({
  table,
  version,
  rows,
  code: keys.authenticate('row sum', JSON.stringify([table, version, rows, words])),
});

export const addTo = (total: { rows: number; words: Int32Array }, part: Int32Array, sign: 1 | -1): void => {
  total.rows += sign;
  for (let at = 0; at < part.length; at += 1) {
    total.words[at] = (total.words[at] ?? 0) + sign * (part[at] ?? 0);
  }
};

export const added = (sum: TableSum, { rows, words, isAnew = false }: Change): TableSum => {
  const base = isAnew ? emptySum : sum;
  const total = { rows: 0, words: Int32Array.from(base.words) };
  addTo(total, words, 1);
  return { version: sum.version + 1, rows: base.rows + rows, words: [...total.words] };
};
