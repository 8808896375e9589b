import type { Kysely } from 'kysely';
import type { DialectName } from './dialect.ts';

/** What comes at once from a database in this process, and later from a server. */
export type Later<T> = T | Promise<T>;

/** The statements of one connection, for what goes past Kysely: what it does around a short query costs more than that. */
export interface Statements {
  readonly dialect: DialectName;
  /** Runs a statement. @returns its rows; none where it gives none */
  run<Row>(text: string, parameters?: readonly unknown[]): Later<Row[]>;
  /** As `run`, of a query: the first column of its rows. */
  column<Value>(text: string, parameters: readonly unknown[]): Later<Value[]>;
  /** Reads the rows of a query one after another, and so many at once, where they come from afar. */
  stream<Row>(text: string, atOnce: number): Iterable<Row> | AsyncIterable<Row>;
  /** Runs an insertion of one row into a table that has a `seq`. @returns the row's */
  insert(text: string, parameters: readonly unknown[]): Later<number>;
  /** The type of a column, in the words of the database; for a dialect whose values have none by themselves. */
  typeOf(table: string, column: string): string;
}

const statementsByDb = new WeakMap<object, Statements>();

/** Says which connection the queries of `db` run on. */
export const connect = <Schema>(db: Kysely<Schema>, statements: Statements): void => {
  statementsByDb.set(db, statements);
};

export const statementsOf = <Schema>(db: Kysely<Schema>): Statements => {
  const statements = statementsByDb.get(db);
  if (statements === undefined) throw new Error('This is not the database of a unit of work.');
  return statements;
};
