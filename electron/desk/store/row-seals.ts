import type { Database } from 'better-sqlite3';
import type { TxOf } from '#base/store/units-of-work.ts';
import type { TableNote } from '#contract/journal.ts';
import { type CheckedTable, checkTable } from './check-table.ts';
import { sealTables } from './migrations/seal-tables.ts';
import { rebuildText, triggersOf } from './row-seal-sql.ts';
import {
  added,
  addTo,
  type Change,
  emptySum,
  noChange,
  noteOf,
  type SealKeys,
  sumIn,
  writeSum,
} from './row-sums.ts';
import { type RowValues, rowTagger, type Sealed, type SealedColumn } from './row-tag.ts';
import type { DeskSchema } from './schema.ts';
import { type SealedTable, sealedTableNames } from './sealed-tables.ts';

type Tx = TxOf<DeskSchema>;

/**
 * Tags on the rows that no chain holds, and a sum over each table, so that what is changed, added, removed or put back by
 * hand shows. Temporary triggers keep them, whoever writes through this connection; whoever writes through another one
 * lacks the key. Sums are sealed, so that nobody sees how a row changes them.
 */
export interface RowSeals {
  /** Writes the sums of what was changed; `kept` once that is committed. Answers what the journal is to be told. */
  flush(tx: Tx): Promise<{ readonly notes: TableNote[]; readonly kept: () => void }>;
  /** The unit of work came to nothing. */
  forget(): void;
  /** Within a unit of work: makes tags and sums again from what there is. */
  rebuild(): void;
  /** Within a unit of work: all tables are recorded again, as they are. */
  touch(): void;
  /** Whether there are sums of ours. */
  isSealed(): boolean;
  /** @param snapshot a connection of its own, that sees one state */
  check(snapshot: Database, table: SealedTable, between: () => Promise<void>): Promise<CheckedTable>;
}

export const createRowSeals = (sqlite: Database, keys: SealKeys): RowSeals => {
  for (const text of sealTables) sqlite.exec(text);
  const tagger = rowTagger(keys.tagKey);
  const allColumns = new Map(sealedTableNames.map((table) => [table, columnsOf(sqlite, table)]));
  const columns = (table: SealedTable): readonly SealedColumn[] => allColumns.get(table) ?? [];
  const tagOf = (table: SealedTable, values: RowValues) => tagger(table, columns(table), values);
  let sums = new Map(sealedTableNames.map((table) => [table, sumIn(sqlite, keys, table) ?? emptySum]));
  let changes = new Map<SealedTable, Change>();

  const count = (table: SealedTable, values: RowValues, sign: 1 | -1): Sealed => {
    const sealed = tagOf(table, values);
    const change = changes.get(table) ?? noChange();
    addTo(change, sealed.part, sign);
    changes.set(table, change);
    return sealed;
  };
  addTriggers(sqlite, columns, count);

  return {
    async flush(tx) {
      const next = new Map(sums);
      const notes: TableNote[] = [];
      for (const [table, change] of changes) {
        const sum = added(sums.get(table) ?? emptySum, change);
        next.set(table, sum);
        await writeSum(tx, keys, table, sum);
        notes.push(noteOf(keys, table, sum));
      }
      changes = new Map();
      const kept = (): void => {
        sums = next;
      };
      return { notes, kept };
    },
    forget() {
      changes = new Map();
    },
    rebuild() {
      changes = new Map();
      for (const table of sealedTableNames) {
        changes.set(table, { ...noChange(), isAnew: true });
        sqlite.prepare('delete from row_tags where tbl = ?').run(table);
        // The function that makes the tags also adds them up.
        sqlite.prepare(rebuildText(table, columns(table))).run();
      }
    },
    touch() {
      for (const table of sealedTableNames) changes.set(table, changes.get(table) ?? noChange());
    },
    isSealed: () => sealedTableNames.every((table) => sumIn(sqlite, keys, table) !== undefined),
    check: (snapshot, table, between) =>
      checkTable(
        snapshot,
        { table, columns: columns(table), tagOf: (values) => tagOf(table, values), keys },
        between,
      ),
  };
};

/** Triggers that tag each row that is written, by functions that also count it. */
const addTriggers = (
  sqlite: Database,
  columns: (table: SealedTable) => readonly SealedColumn[],
  count: (table: SealedTable, values: RowValues, sign: 1 | -1) => Sealed,
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
