import type { Database } from 'better-sqlite3';
import { sealTables } from './migrations/seal-tables.ts';
import { rebuildText, triggersOf } from './row-seal-sql.ts';
import type { CountRow, RowChanges } from './row-seals.ts';
import type { SealedColumn } from './row-tag.ts';
import { type SealedTable, sealedTableNames } from './sealed-tables.ts';

/** Temporary triggers tag each row as it is written through this connection. */
export const rowChangesInFile = (sqlite: Database): RowChanges => {
  for (const text of sealTables) sqlite.exec(text);
  const allColumns = new Map(sealedTableNames.map((table) => [table, columnsOf(sqlite, table)]));
  const columns = (table: SealedTable): readonly SealedColumn[] => allColumns.get(table) ?? [];
  return {
    columns,
    sealedSum: (table) => sqlite.prepare('select sum from row_sums where tbl = ?').pluck().get(table),
    countEach: (count) => addTriggers(sqlite, columns, count),
    countRest: async () => {},
    async retag(_tx, table) {
      sqlite.prepare('delete from row_tags where tbl = ?').run(table);
      // The function that makes the tags also adds them up.
      sqlite.prepare(rebuildText(table, columns(table))).run();
    },
  };
};

/** Triggers that tag each row that is written, by functions that also count it. */
const addTriggers = (
  sqlite: Database,
  columns: (table: SealedTable) => readonly SealedColumn[],
  count: CountRow,
): void => {
  sqlite.function(
    'row_in',
    { varargs: true },
    (table: unknown, ...values: unknown[]) => count(table as SealedTable, values, 1).tag,
  );
  sqlite.function('row_out', { varargs: true }, (table: unknown, ...values: unknown[]) => {
    count(table as SealedTable, values, -1);
    return null;
  });
  // Without it, a row that is replaced would go unseen.
  sqlite.pragma('recursive_triggers = ON');
  for (const table of sealedTableNames) sqlite.exec(triggersOf(table, columns(table)));
};

const columnsOf = (sqlite: Database, table: SealedTable): SealedColumn[] =>
  (sqlite.pragma(`table_info(${table})`) as { name: string; dflt_value: string | null }[]).map(
    ({ name, dflt_value }) => ({
      name,
      unset: dflt_value === null ? null : sqlite.prepare(`select ${dflt_value}`).pluck().get(),
    }),
  );
