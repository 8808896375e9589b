import type { Insertable, Kysely } from 'kysely';
import { type Statements, statementsOf } from './statements.ts';

/** Statements over many rows at once. */

/** Rows that a statement takes at most where each has its own place in the text: SQLite binds at most 32,766 values. */
const largestChunk = 256;
/** The same where it does not: what is sent at once, and held in memory twice. */
const largestArray = 5000;

export type ValueType = 'integer' | 'real' | 'text' | 'bytes';

const postgresTypes: Readonly<Record<ValueType, string>> = {
  integer: 'int8',
  real: 'float8',
  text: 'text',
  bytes: 'bytea',
};

/** A statement that reads a list of rows as the table `v`. */
export interface BulkStatement {
  /** The columns of `v`, in order. */
  readonly v: Readonly<Record<string, ValueType>>;
  readonly text: string;
}

/**
 * Runs one statement over many rows, in chunks of few different sizes, so that only few texts are ever compiled.
 * @returns what it returns
 */
export const runBulk = async <Schema, Row = never>(
  db: Kysely<Schema>,
  { v, text }: BulkStatement,
  rows: readonly (readonly unknown[])[],
): Promise<Row[]> => {
  const names = Object.keys(v).join(', ');
  return inChunks(statementsOf(db), rows, {
    values: (list) => `with v(${names}) as (values ${list}) ${text}`,
    arrays: () =>
      `with v(${names}) as (${unnested(Object.values(v).map((type) => postgresTypes[type]))}) ${text}`,
    name: `${names} ${text}`,
  });
};

/**
 * Inserts many rows, each the values of `columns` in their order.
 * @param key columns by which a row takes the place of one that there is; left out: there is none
 */
export const insertValues = async <Schema, Table extends keyof Schema & string>(
  db: Kysely<Schema>,
  table: Table,
  columns: readonly (keyof Schema[Table] & string)[],
  rows: readonly (readonly unknown[])[],
  key?: readonly (keyof Schema[Table] & string)[],
): Promise<void> => {
  const statements = statementsOf(db);
  const into = `insert into ${table} (${columns.join(', ')})`;
  const after = key === undefined ? '' : replacing(columns, key);
  await inChunks(statements, rows, {
    values: (list) => `${into} values ${list} ${after}`,
    arrays: () => `${into} ${unnested(columns.map((column) => statements.typeOf(table, column)))} ${after}`,
    name: `${into} ${after}`,
  });
};

/** As `insertValues`. The fields of the first row name the columns, so no field is optional: one that only others had would be lost. */
export const insertRows = <
  Schema,
  Table extends keyof Schema & string,
  Row extends Insertable<Schema[Table]>,
>(
  db: Kysely<Schema>,
  table: Table,
  rows: readonly Row[] & readonly Required<Row>[],
  key?: readonly (keyof Row & keyof Schema[Table] & string)[],
): Promise<void> => {
  const columns = Object.keys(rows[0] ?? {}) as (keyof Row & keyof Schema[Table] & string)[];
  return insertValues(
    db,
    table,
    columns,
    rows.map((row) => columns.map((column) => row[column])),
    key,
  );
};

/** As `insertValues`, in one statement on a server. @returns the `seq` of each row by its value of the column `key` */
export const insertReturning = async <Schema, Table extends keyof Schema & string>(
  db: Kysely<Schema>,
  table: Table,
  columns: readonly (keyof Schema[Table] & string)[],
  rows: readonly (readonly unknown[])[],
  key: keyof Schema[Table] & string,
): Promise<ReadonlyMap<unknown, number>> => {
  const statements = statementsOf(db);
  const values = unnested(columns.map((column) => statements.typeOf(table, column)));
  const inserted = await statements.run<{ key: unknown; seq: number }>(
    `insert into ${table} (${columns.join(', ')}) ${values} returning ${key} as key, seq`,
    columnsOf(rows),
  );
  return new Map(inserted.map(({ key, seq }) => [key, seq]));
};

const replacing = (columns: readonly string[], key: readonly string[]): string => {
  const rest = columns.filter((column) => !key.includes(column));
  return `on conflict (${key.join(', ')}) do update set ${rest.map((column) => `${column} = excluded.${column}`).join(', ')}`;
};

/**
 * Reads what belongs to many keys. `wanted(key)` is the table of the keys that `query` joins with; chunked like
 * `runBulk`, so rows are in order within a chunk only. A key given twice gives its rows twice. `values` are those that
 * the query has besides, as `?`.
 */
export const selectBulk = async <Schema, Row>(
  db: Kysely<Schema>,
  query: string,
  keys: readonly (string | number)[],
  values: readonly (string | number)[] = [],
): Promise<Row[]> => {
  if (keys.length === 0) return [];
  const statements = statementsOf(db);
  if (statements.dialect === 'postgres') return selectByArray(statements, query, keys, values);
  const chunks: Row[][] = [];
  for (let at = 0; at < keys.length; at += largestChunk) {
    const chunk: (string | number | null)[] = keys.slice(at, at + largestChunk);
    const size = 2 ** Math.ceil(Math.log2(chunk.length));
    // Nothing equals null: one statement of the next size is cheaper than several small ones.
    while (chunk.length < size) chunk.push(null);
    const text = `with wanted(key) as (values ${Array(size).fill('(?)').join(',')}) ${query}`;
    chunks.push(await statements.run<Row>(text, [...chunk, ...values]));
  }
  return chunks.length === 1 ? (chunks[0] as Row[]) : chunks.flat();
};

const selectByArray = async <Row>(
  statements: Statements,
  query: string,
  keys: readonly (string | number)[],
  values: readonly (string | number)[],
): Promise<Row[]> => {
  const type = typeof keys[0] === 'number' ? 'int8' : 'text';
  let place = 1;
  const own = query.replaceAll('?', () => `$${++place}`);
  return statements.run<Row>(`with wanted(key) as (select unnest($1::${type}[])) ${own}`, [keys, ...values]);
};

interface BulkTexts {
  /** With a place for each value: `(?,?),(?,?)`. */
  values(list: string): string;
  /** With one list for each column. */
  arrays(): string;
  /** What tells it from others. */
  readonly name: string;
}

const inChunks = async <Row>(
  statements: Statements,
  rows: readonly (readonly unknown[])[],
  texts: BulkTexts,
): Promise<Row[]> => {
  if (statements.dialect === 'postgres') return inArrays(statements, rows, texts);
  const returned: Row[][] = [];
  for (let at = 0; at < rows.length; ) {
    const size = chunkSize(rows.length - at);
    const text = bulkText(texts, rows[at]?.length ?? 0, size);
    returned.push(await statements.run<Row>(text, rows.slice(at, at + size).flat()));
    at += size;
  }
  return returned.flat();
};

const inArrays = async <Row>(
  statements: Statements,
  rows: readonly (readonly unknown[])[],
  texts: BulkTexts,
): Promise<Row[]> => {
  if (rows.length === 0) return [];
  const text = texts.arrays();
  const returned: Row[][] = [];
  for (let at = 0; at < rows.length; at += largestArray) {
    returned.push(await statements.run<Row>(text, columnsOf(rows.slice(at, at + largestArray))));
  }
  return returned.flat();
};

const columnsOf = (rows: readonly (readonly unknown[])[]): unknown[][] =>
  (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? null));

const unnested = (types: readonly string[]): string =>
  `select * from unnest(${types.map((type, n) => `$${n + 1}::${type}[]`).join(', ')})`;

/** Multiples of 16, and powers of two below that: 20 sizes, and seldom more than three chunks. */
const chunkSize = (left: number): number =>
  left < 16 ? 2 ** Math.floor(Math.log2(left)) : Math.min(largestChunk, left - (left % 16));

const bulkTexts = new Map<string, string>();

/**
 * Kept by what the statement says and by size, however often it is written again: a text of some thousand
 * characters costs more to make than to run for a row. There are as many as the code has statements, times 20.
 */
const bulkText = (texts: BulkTexts, columns: number, size: number): string => {
  const name = `${size} ${columns} ${texts.name}`;
  let text = bulkTexts.get(name);
  if (text === undefined) {
    const one = `(${Array(columns).fill('?').join(',')})`;
    text = texts.values(Array(size).fill(one).join(','));
    bulkTexts.set(name, text);
  }
  return text;
};
