import {
  type Compilable,
  type CompiledQuery,
  type Insertable,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely';
import { statementsOf } from './statements.ts';

/**
 * A query that is built and compiled once and then only filled in. Building costs more than running for the short
 * queries of a hot path.
 */
export const prepared = <Schema, Values extends object, Row>(
  build: (
    db: Kysely<Schema>,
    value: <K extends keyof Values & string>(name: K) => RawBuilder<Values[K]>,
  ) => Compilable<Row>,
) => {
  let compiled: CompiledQuery<Row> | undefined;
  let slots: readonly unknown[] = [];
  const textOf = (db: Kysely<Schema>): string => {
    if (compiled === undefined) {
      compiled = build(db, (name) => sql`${new Slot(name)}`).compile();
      slots = compiled.parameters;
    }
    return compiled.sql;
  };
  const parametersOf = (values: Values): unknown[] =>
    slots.map((slot) => (slot instanceof Slot ? values[slot.name as keyof Values] : slot));
  const run = async (db: Kysely<Schema>, values: Values): Promise<Row[]> => {
    const text = textOf(db);
    return statementsOf(db).run<Row>(text, parametersOf(values));
  };
  /** The first column of its rows, at once. */
  const column = (db: Kysely<Schema>, values: Values): Row[keyof Row][] => {
    const text = textOf(db);
    return statementsOf(db).column<Row[keyof Row]>(text, parametersOf(values));
  };
  /** Of an insertion of one row, at once: its rowid. */
  const insert = (db: Kysely<Schema>, values: Values): number => {
    const text = textOf(db);
    return statementsOf(db).insert(text, parametersOf(values));
  };
  const first = async (db: Kysely<Schema>, values: Values): Promise<Row | undefined> =>
    (await run(db, values))[0];
  return Object.assign(run, { first, column, insert });
};

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Rows a statement of `runBulk` takes at most: SQLite binds at most 32,766 values. */
const largestChunk = 256;

/** A statement over a list of rows: `before` and `after` enclose their values. */
interface BulkStatement {
  readonly before: string;
  readonly after?: string;
}

/** Runs one statement over many rows, in chunks of few different sizes, so that only few texts are ever compiled. */
export const runBulk = async <Schema>(
  db: Kysely<Schema>,
  statement: BulkStatement,
  rows: readonly (readonly unknown[])[],
): Promise<void> => {
  for (let at = 0; at < rows.length; ) {
    const size = chunkSize(rows.length - at);
    const text = bulkText(statement, rows[at]?.length ?? 0, size);
    statementsOf(db).run(text, rows.slice(at, at + size).flat());
    at += size;
  }
};

/**
 * Inserts many rows. The fields of the first one name the columns, so no field is optional: one that only others had
 * would be lost.
 */
export const insertRows = <
  Schema,
  Table extends keyof Schema & string,
  Row extends Insertable<Schema[Table]>,
>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Row[] & readonly Required<Row>[],
  insertion: 'insert' | 'insert or replace' = 'insert',
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row)[];
  return runBulk(
    db,
    { before: `${insertion} into ${table} (${columns.join(', ')}) values` },
    rows.map((row) => columns.map((column) => row[column])),
  );
};

/**
 * Reads what belongs to many keys. `wanted(key)` is the table of the keys that `query` joins with; chunked like
 * `runBulk`, so rows are in order within a chunk only. A key given twice gives its rows twice. `values` are those that
 * the query has besides.
 */
export const selectBulk = async <Schema, Row>(
  db: Kysely<Schema>,
  query: string,
  keys: readonly (string | number)[],
  values: readonly (string | number)[] = [],
): Promise<Row[]> => {
  const chunks: Row[][] = [];
  for (let at = 0; at < keys.length; at += largestChunk) {
    const chunk: (string | number | null)[] = keys.slice(at, at + largestChunk);
    const size = 2 ** Math.ceil(Math.log2(chunk.length));
    // Nothing equals null: one statement of the next size is cheaper than several small ones.
    while (chunk.length < size) chunk.push(null);
    const text = `with wanted(key) as (values ${Array(size).fill('(?)').join(',')}) ${query}`;
    chunks.push(statementsOf(db).run<Row>(text, [...chunk, ...values]));
  }
  return chunks.length === 1 ? (chunks[0] as Row[]) : chunks.flat();
};

/** Multiples of 16, and powers of two below that: 20 sizes, and seldom more than three chunks. */
const chunkSize = (left: number): number =>
  left < 16 ? 2 ** Math.floor(Math.log2(left)) : Math.min(largestChunk, left - (left % 16));

const bulkTexts = new Map<string, string>();

/**
 * Kept by what the statement says and by size, however often it is written again: a text of some thousand
 * characters costs more to make than to run for a row. There are as many as the code has statements, times 20.
 */
const bulkText = ({ before, after = '' }: BulkStatement, columns: number, size: number): string => {
  const name = `${size} ${columns} ${before} ${after}`;
  let text = bulkTexts.get(name);
  if (text === undefined) {
    const one = `(${Array(columns).fill('?').join(',')})`;
    text = `${before} ${Array(size).fill(one).join(',')} ${after}`;
    bulkTexts.set(name, text);
  }
  return text;
};
