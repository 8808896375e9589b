import { statementsOf } from '#base/store/statements.ts';
import type { TableNote } from '#contract/journal.ts';
import type { Reader } from './reader.ts';
import { strayText, taggedText } from './row-seal-sql.ts';
import { addTo, noChange, noteOf, type SealKeys, sumIn } from './row-sums.ts';
import { changedColumns, type RowValues, type Sealed, type SealedColumn } from './row-tag.ts';
import type { SealedTable } from './sealed-tables.ts';

export interface RowProblem {
  readonly table: SealedTable;
  /** Of a row that is there; of one that is not, what its key says. */
  readonly row?: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly what: 'changed' | 'added' | 'removed';
  readonly columns: readonly string[];
}

/** What a table is now, and what is wrong with its rows. */
export interface CheckedTable {
  readonly table: SealedTable;
  readonly rows: number;
  readonly problems: readonly RowProblem[];
  readonly problemCount: number;
  /** What the sum that is kept says; undefined where it is gone or not ours. */
  readonly note: TableNote | undefined;
  /** Whether the rows add up to the sum that is kept. */
  readonly addsUp: boolean;
}

/** Rows between two turns of others. */
const turnSize = 100;
const shownProblems = 200;

interface TaggedRow {
  readonly row_key: string;
  readonly kept_tag: Uint8Array | null;
  readonly [column: string]: unknown;
}

export interface SealingOf {
  readonly table: SealedTable;
  readonly columns: readonly SealedColumn[];
  readonly tagOf: (values: RowValues) => Sealed;
  readonly keys: SealKeys;
}

/** Compares each row with its tag, and all of them with their sum. */
export const checkTable = async (
  snapshot: Reader,
  { table, columns, tagOf, keys }: SealingOf,
  between: () => Promise<void>,
): Promise<CheckedTable> => {
  const total = noChange();
  const problems: RowProblem[] = [];
  let problemCount = 0;
  let tags = 0;
  const add = (problem: RowProblem): void => {
    problemCount += 1;
    if (problems.length < shownProblems) problems.push(problem);
  };
  const isLarge = table === 'attachments';
  const rows = statementsOf(snapshot.db).stream<TaggedRow>(taggedText(table), isLarge ? 1 : turnSize);
  for await (const { row_key: key, kept_tag, ...row } of rows) {
    const { tag, part } = tagOf(columns.map(({ name }) => row[name]));
    addTo(total, part, 1);
    if (kept_tag === null) add({ table, row, key, what: 'added', columns: [] });
    else {
      tags += 1;
      const names = changedColumns(columns, kept_tag, tag);
      if (names.length > 0) add({ table, row, key, what: 'changed', columns: names });
    }
    if (isLarge || total.rows % turnSize === 0) await between();
  }
  for (const key of await strayTags(snapshot, table, tags)) add({ table, key, what: 'removed', columns: [] });
  const sum = await sumIn(snapshot, keys, table);
  const addsUp = sum?.rows === total.rows && sum.words.every((word, at) => word === total.words[at]);
  const note: TableNote | undefined = sum && noteOf(keys, table, sum);
  return { table, rows: total.rows, problems, problemCount, note, addsUp };
};

/** Keys of tags without a row, which are looked for only where there are more tags than rows have. */
const strayTags = async ({ db }: Reader, table: SealedTable, tags: number): Promise<string[]> => {
  const { count } = await db
    .selectFrom('row_tags')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tbl', '=', table)
    .executeTakeFirstOrThrow();
  return count === tags ? [] : statementsOf(db).column<string>(strayText(table), []);
};
