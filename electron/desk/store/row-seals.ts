import type { Database } from 'better-sqlite3';
import type { TxOf } from '#base/units-of-work.ts';
import type { TableNote } from '#contract/journal.ts';
import { sealTables } from './migrations/seal-tables.ts';
import { changedColumns, type RowValues, rowTagger, type Sealed, type SealedColumn } from './row-tag.ts';
import type { DeskSchema } from './schema.ts';
import { type SealedTable, sealedTableNames, sealedTables } from './sealed-tables.ts';

type Tx = TxOf<DeskSchema>;

/**
 * Tags on the rows that no chain holds, and a sum over each table, so that what is changed, added, removed or put back by
 * hand shows. Temporary triggers keep them, whoever writes through this connection; whoever writes through another one
 * lacks the key. Sums are sealed, so that nobody sees how a row changes them.
 */
export interface SealKeys {
  /** Hex. */
  readonly tagKey: string;
  readonly seal: (text: string, place: string) => Buffer;
  /** undefined under another key. */
  readonly open: (sealed: Buffer, place: string) => string | undefined;
  readonly authenticate: (purpose: string, text: string) => string;
}

interface TableSum {
  /** Commits that changed the table. */
  readonly version: number;
  readonly rows: number;
  readonly words: readonly number[];
}

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

export interface RowSeals {
  /** Writes the sums of what was changed; `kept` once that is committed. Answers what the journal is to be told. */
  flush(tx: Tx): Promise<{ readonly notes: TableNote[]; readonly kept: () => void }>;
  /** The unit of work came to nothing. */
  forget(): void;
  /** Within a unit of work: makes tags and sums anew from what there is. */
  rebuild(): void;
  /** Within a unit of work: all tables are told of anew, as they are. */
  touch(): void;
  /** Whether there are sums of ours. */
  isSealed(): boolean;
  /** @param snapshot a connection of its own, that sees one state */
  check(snapshot: Database, table: SealedTable, between: () => Promise<void>): Promise<CheckedTable>;
}

interface Change {
  rows: number;
  readonly words: Int32Array;
  /** Added up from nothing. */
  readonly isAnew?: boolean;
}

const noChange = (): Change => ({ rows: 0, words: new Int32Array(8) });
const empty: TableSum = { version: 0, rows: 0, words: [0, 0, 0, 0, 0, 0, 0, 0] };
/** Rows between two turns of others. */
const turnSize = 100;
const toldProblems = 200;

export const createRowSeals = (sqlite: Database, keys: SealKeys): RowSeals => {
  for (const text of sealTables) sqlite.exec(text);
  const tagOf = rowTagger(keys.tagKey);
  const columns = new Map(sealedTableNames.map((table) => [table, columnsOf(sqlite, table)]));
  let sums = new Map(sealedTableNames.map((table) => [table, sumIn(sqlite, keys, table) ?? empty]));
  let changes = new Map<SealedTable, Change>();

  const count = (table: SealedTable, values: RowValues, sign: 1 | -1): Sealed => {
    const sealed = tagOf(table, columns.get(table) ?? [], values);
    const change = changes.get(table) ?? noChange();
    addTo(change, sealed.part, sign);
    changes.set(table, change);
    return sealed;
  };
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
  for (const table of sealedTableNames) sqlite.exec(triggersOf(table, columns.get(table) ?? []));

  const sealed = (table: SealedTable, row: object): Sealed =>
    tagOf(table, columns.get(table) ?? [], valuesOf(columns.get(table), row));
  const noteOf = (table: SealedTable, { version, rows, words }: TableSum): TableNote => ({
    table,
    version,
    rows,
    code: keys.authenticate('row sum', JSON.stringify([table, version, rows, words])),
  });
  const write = async ({ db: tx }: Tx, table: SealedTable, sum: TableSum): Promise<void> => {
    const sealed = keys.seal(JSON.stringify(sum), placeOf(table));
    await tx
      .insertInto('row_sums')
      .values({ tbl: table, sum: sealed })
      .onConflict((conflict) => conflict.column('tbl').doUpdateSet({ sum: sealed }))
      .execute();
  };

  return {
    async flush(tx) {
      const next = new Map(sums);
      for (const [table, change] of changes) {
        const sum = added(sums.get(table) ?? empty, change);
        next.set(table, sum);
        await write(tx, table, sum);
      }
      const notes = [...changes.keys()].map((table) => noteOf(table, next.get(table) ?? empty));
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
        sqlite.prepare(rebuildText(table, columns.get(table) ?? [])).run();
      }
    },
    touch() {
      for (const table of sealedTableNames) changes.set(table, changes.get(table) ?? noChange());
    },
    isSealed: () => sealedTableNames.every((table) => sumIn(sqlite, keys, table) !== undefined),
    async check(snapshot, table, between) {
      const total = { rows: 0, words: new Int32Array(8) };
      const problems: RowProblem[] = [];
      let problemCount = 0;
      let tags = 0;
      const tell = (problem: RowProblem): void => {
        problemCount += 1;
        if (problems.length < toldProblems) problems.push(problem);
      };
      for (const found of snapshot.prepare(taggedText(table)).iterate()) {
        const { row_key: key, kept_tag, ...row } = found as TaggedRow;
        const { tag, part } = sealed(table, row);
        addTo(total, part, 1);
        if (kept_tag === null) tell({ table, row, key, what: 'added', columns: [] });
        else {
          tags += 1;
          const names = changedColumns(columns.get(table) ?? [], kept_tag, tag);
          if (names.length > 0) tell({ table, row, key, what: 'changed', columns: names });
        }
        if (table === 'attachments' || total.rows % turnSize === 0) await between();
      }
      if (snapshot.prepare('select count(*) from row_tags where tbl = ?').pluck().get(table) !== tags) {
        for (const key of snapshot.prepare(strayText(table)).pluck().all(table) as string[]) {
          tell({ table, key, what: 'removed', columns: [] });
        }
      }
      const sum = sumIn(snapshot, keys, table);
      const addsUp =
        sum !== undefined &&
        sum.rows === total.rows &&
        sum.words.every((word, at) => word === total.words[at]);
      const note = sum && noteOf(table, sum);
      return { table, rows: total.rows, problems, problemCount, note, addsUp };
    },
  };
};

const placeOf = (table: string): string => `row sum ${table}`;

const rebuildText = (table: SealedTable, columns: readonly SealedColumn[]): string =>
  `insert into row_tags (tbl, row_key, tag) select '${table}', ${keyOf(table, 'r')},
   row_in('${table}', ${columns.map(({ name }) => `r."${name}"`).join(', ')}) from ${table} r`;
const taggedText = (table: SealedTable): string =>
  `select r.*, ${keyOf(table, 'r')} as row_key, t.tag as kept_tag from ${table} r
   left join row_tags t on t.tbl = '${table}' and t.row_key = cast(${keyOf(table, 'r')} as text)`;
const strayText = (table: SealedTable): string =>
  `select row_key from row_tags where tbl = ? and row_key not in
   (select cast(${keyOf(table, table)} as text) from ${table})`;

const sumIn = (sqlite: Database, keys: SealKeys, table: SealedTable): TableSum | undefined => {
  const sealed = sqlite.prepare('select sum from row_sums where tbl = ?').pluck().get(table);
  const text = sealed instanceof Buffer ? keys.open(sealed, placeOf(table)) : undefined;
  return text === undefined ? undefined : (JSON.parse(text) as TableSum);
};

const addTo = (total: { rows: number; words: Int32Array }, part: Int32Array, sign: 1 | -1): void => {
  total.rows += sign;
  for (let at = 0; at < part.length; at += 1) {
    total.words[at] = (total.words[at] ?? 0) + sign * (part[at] ?? 0);
  }
};

const added = (sum: TableSum, { rows, words, isAnew = false }: Change): TableSum => {
  const base = isAnew ? empty : sum;
  const total = { rows: 0, words: Int32Array.from(base.words) };
  addTo(total, words, 1);
  return { version: sum.version + 1, rows: base.rows + rows, words: [...total.words] };
};

const columnsOf = (sqlite: Database, table: SealedTable): SealedColumn[] =>
  (sqlite.pragma(`table_info(${table})`) as { name: string; dflt_value: string | null }[]).map(
    ({ name, dflt_value }) => ({
      name,
      unset: dflt_value === null ? null : sqlite.prepare(`select ${dflt_value}`).pluck().get(),
    }),
  );

const keyOf = (table: SealedTable, of: string): string =>
  sealedTables[table].map((column) => `${of}.${column}`).join(" || ' ' || ");

const triggersOf = (table: SealedTable, columns: readonly SealedColumn[]): string => {
  const values = (of: string): string => columns.map(({ name }) => `${of}."${name}"`).join(', ');
  const goes = `select row_out('${table}', ${values('old')});
    delete from row_tags where tbl = '${table}' and row_key = ${keyOf(table, 'old')};`;
  const comes = `insert or replace into row_tags (tbl, row_key, tag)
    values ('${table}', ${keyOf(table, 'new')}, row_in('${table}', ${values('new')}));`;
  return [
    ['insert', comes],
    ['update', goes + comes],
    ['delete', goes],
  ]
    .map(
      ([event, body]) =>
        `create temp trigger if not exists seal_${table}_${event} after ${event} on main.${table} begin ${body} end;`,
    )
    .join('\n');
};

const valuesOf = (columns: readonly SealedColumn[] = [], row: object): RowValues =>
  columns.map(({ name }) => (row as Record<string, unknown>)[name]);

interface TaggedRow {
  readonly row_key: string;
  readonly kept_tag: Uint8Array | null;
  readonly [column: string]: unknown;
}
