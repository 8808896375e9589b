import type { CopySide, Row, TableShape } from './sides.ts';

/** Rows that are read at once at first. */
const firstBatch = 500;
const largestBatch = 4000;
/** What a batch holds, bytes: more than this is not held in memory for long. */
const batchBytes = 4 * 1024 * 1024;

/** The rows of a table in batches, in the order of their keys; the size of a batch follows that of its rows. */
export async function* rowsOf(side: CopySide, table: TableShape, from?: Row): AsyncGenerator<Row[]> {
  // A table without a key is read whole, also by a copy that was ended right after it had written it.
  let after = table.key.length === 0 ? undefined : from;
  let most = firstBatch;
  for (;;) {
    const rows = await side.read(table, after, most);
    if (rows.length > 0) yield rows;
    if (rows.length < most || table.key.length === 0) return;
    after = keyOf(table, rows.at(-1) as Row);
    most = nextSize(rows);
  }
}

export const keyOf = ({ columns, key }: TableShape, row: Row): Row =>
  key.map((name) => row[columns.indexOf(name)] ?? null);

const nextSize = (rows: readonly Row[]): number => {
  const bytes = rows.reduce((sum, row) => sum + sizeOf(row), 0);
  return Math.max(1, Math.min(largestBatch, Math.floor((batchBytes * rows.length) / Math.max(bytes, 1))));
};

const sizeOf = (row: Row): number =>
  row.reduce<number>((sum, value) => {
    if (typeof value === 'string') return sum + value.length;
    return sum + (value instanceof Uint8Array ? value.byteLength : 8);
  }, 0);
