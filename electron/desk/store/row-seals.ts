import type { TableNote } from '#contract/journal.ts';
import { type CheckedTable, checkTable } from './check-table.ts';
import type { Reader, Tx } from './reader.ts';
import {
  added,
  addTo,
  type Change,
  emptySum,
  noChange,
  noteOf,
  openSum,
  type SealKeys,
  sumIn,
  type TableSum,
  writeSum,
} from './row-sums.ts';
import { type RowValues, rowTagger, type Sealed, type SealedColumn } from './row-tag.ts';
import { type SealedTable, sealedTableNames } from './sealed-tables.ts';

/**
 * Tags on the rows that no chain holds, and a sum over each table, so that what is changed, added, removed or put back by
 * hand shows: whoever writes by another way lacks the key. Sums are sealed, so that nobody sees how a row changes them.
 */
export interface RowSeals {
  /** Writes the sums of what was changed; `kept` once that is committed. Answers what the journal is to be told. */
  flush(tx: Tx): Promise<{ readonly notes: TableNote[]; readonly kept: () => void }>;
  /** The unit of work came to nothing. */
  forget(): void;
  /** Makes tags and sums again from what there is. */
  rebuild(tx: Tx): Promise<void>;
  /** Within a unit of work: all tables are recorded again, as they are. */
  touch(): void;
  /** Whether there are sums of ours. */
  isSealed(reader: Reader): Promise<boolean>;
  /** @param snapshot sees one state */
  check(snapshot: Reader, table: SealedTable, between: () => Promise<void>): Promise<CheckedTable>;
}

/** Tags a row that comes or goes, and adds it to the sum of its table. */
export type CountRow = (table: SealedTable, values: RowValues, sign: 1 | -1) => Sealed;

/** How a database says which rows a unit of work changes. */
export interface RowChanges {
  columns(table: SealedTable): readonly SealedColumn[];
  /** The sealed sum of a table as it is now; left out where it is read by the first unit of work that needs it. */
  readonly sealedSum?: (table: SealedTable) => unknown;
  /** For one that counts as rows are changed. */
  readonly countEach?: (count: CountRow) => void;
  /** Counts and tags what the unit of work has changed and was not counted yet. */
  countRest(tx: Tx, count: CountRow): Promise<void>;
  /** Makes the tags of a table again, counting each row. */
  retag(tx: Tx, table: SealedTable, count: CountRow): Promise<void>;
}

type Sums = ReadonlyMap<SealedTable, TableSum>;

export const createRowSeals = (keys: SealKeys, rowChanges: RowChanges): RowSeals => {
  const { columns, sealedSum, countEach, countRest, retag } = rowChanges;
  const tagger = rowTagger(keys.tagKey);
  const tagOf = (table: SealedTable, values: RowValues) => tagger(table, columns(table), values);
  const sumNow = (table: SealedTable) => sealedSum && openSum(keys, table, sealedSum(table));
  let sums: Sums | undefined =
    sealedSum && new Map(sealedTableNames.map((table) => [table, sumNow(table) ?? emptySum]));
  let changes = new Map<SealedTable, Change>();

  const count: CountRow = (table, values, sign) => {
    const sealed = tagOf(table, values);
    const change = changes.get(table) ?? noChange();
    addTo(change, sealed.part, sign);
    changes.set(table, change);
    return sealed;
  };
  countEach?.(count);

  return {
    async flush(tx) {
      await countRest(tx, count);
      const counted = changes;
      changes = new Map();
      if (counted.size === 0) return { notes: [], kept: () => {} };
      const next = new Map(sums ?? (await readSums(tx, keys)));
      const notes: TableNote[] = [];
      for (const [table, change] of counted) {
        const sum = added(next.get(table) ?? emptySum, change);
        next.set(table, sum);
        await writeSum(tx, keys, table, sum);
        notes.push(noteOf(keys, table, sum));
      }
      const kept = (): void => {
        sums = next;
      };
      return { notes, kept };
    },
    forget() {
      changes = new Map();
    },
    async rebuild(tx) {
      // What was changed until now is among what there is.
      await countRest(tx, count);
      changes = new Map();
      for (const table of sealedTableNames) {
        changes.set(table, { ...noChange(), isAnew: true });
        await retag(tx, table, count);
      }
    },
    touch() {
      for (const table of sealedTableNames) changes.set(table, changes.get(table) ?? noChange());
    },
    async isSealed(reader) {
      for (const table of sealedTableNames) {
        if ((await sumIn(reader, keys, table)) === undefined) return false;
      }
      return true;
    },
    check: (snapshot, table, between) =>
      checkTable(
        snapshot,
        { table, columns: columns(table), tagOf: (values) => tagOf(table, values), keys },
        between,
      ),
  };
};

const readSums = async (reader: Reader, keys: SealKeys): Promise<Sums> => {
  const sums = new Map<SealedTable, TableSum>();
  for (const table of sealedTableNames) sums.set(table, (await sumIn(reader, keys, table)) ?? emptySum);
  return sums;
};
