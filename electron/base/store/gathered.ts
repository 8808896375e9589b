import type { Kysely } from 'kysely';
import { insertReturning } from './bulk.ts';
import { type Later, statementsOf } from './statements.ts';

/**
 * Calls that come at the same time on one connection, as those of units of work that share a commit do, are one: on a
 * server, which takes as long for one row as for many.
 * @param together answers for each of them, in their order
 */
export const gathered = <Schema, Given, Answer>(
  together: (db: Kysely<Schema>, all: readonly Given[]) => Promise<readonly Answer[]>,
): ((db: Kysely<Schema>, given: Given) => Promise<Answer>) => {
  const waiting = new WeakMap<Kysely<Schema>, Call<Given, Answer>[]>();

  const run = async (db: Kysely<Schema>): Promise<void> => {
    const calls = waiting.get(db) ?? [];
    waiting.delete(db);
    try {
      const answers = await together(
        db,
        calls.map(({ given }) => given),
      );
      for (const [at, { resolve }] of calls.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };

  return (db, given) =>
    new Promise((resolve, reject) => {
      const calls = waiting.get(db);
      if (calls !== undefined) return void calls.push({ given, resolve, reject });
      waiting.set(db, [{ given, resolve, reject }]);
      // Once everything that could run has run.
      process.nextTick(() => void run(db));
    });
};

interface Call<Given, Answer> {
  readonly given: Given;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Inserts single rows, each answered with its `seq`: at once in a database of this process, and gathered on a server.
 * @param one inserts one of them
 * @param key a column that tells them apart
 */
export const gatheredInsert = <
  Schema,
  Table extends keyof Schema & string,
  Row extends { readonly [column in keyof Schema[Table]]?: unknown },
>(
  one: { insert(db: Kysely<Schema>, row: Row): Later<number> },
  table: Table,
  columns: readonly (keyof Row & keyof Schema[Table] & string)[],
  key: keyof Row & keyof Schema[Table] & string,
): ((db: Kysely<Schema>, row: Row) => Later<number>) => {
  const insert = gathered<Schema, Row, number>(async (db, rows) => {
    const [first] = rows;
    if (rows.length === 1 && first !== undefined) return [await one.insert(db, first)];
    const values = rows.map((row) => columns.map((column) => row[column]));
    const seqs = await insertReturning(db, table, columns, values, key);
    return rows.map((row) => seqs.get(row[key]) as number);
  });
  return (db, row) => (statementsOf(db).dialect === 'postgres' ? insert(db, row) : one.insert(db, row));
};
