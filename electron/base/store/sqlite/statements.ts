import type Database from 'better-sqlite3';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Statements } from '#base/store/statements.ts';

/** The statements of one connection, kept by their text: preparing one costs more than running it. */
export class SqliteStatements implements SqliteDatabase, Statements {
  readonly dialect = 'sqlite';
  readonly #sqlite: Database.Database;
  readonly #kept = new LRUCache<string, SqliteStatement>({ max: 2000 });

  constructor(sqlite: Database.Database) {
    this.#sqlite = sqlite;
  }

  prepare(text: string): SqliteStatement {
    let statement = this.#kept.get(text);
    if (statement === undefined) {
      // SQLite has already rolled back by itself after SQLITE_FULL and the like; a second rollback would hide the cause.
      statement =
        text === 'rollback'
          ? this.#rollback()
          : (this.#sqlite.prepare(planned(text)) as unknown as SqliteStatement);
      this.#kept.set(text, statement);
    }
    return statement;
  }

  /** Runs a statement at once. @returns its rows; none where it gives none */
  run<Row>(text: string, parameters: readonly unknown[] = []): Row[] {
    const statement = this.prepare(text);
    if (statement.reader) return statement.all(parameters) as Row[];
    statement.run(parameters);
    return [];
  }

  /** Runs an insertion of one row. @returns its rowid: asking for it by `returning` costs a fifth more */
  insert(text: string, parameters: readonly unknown[]): number {
    return Number(this.prepare(text).run(parameters).lastInsertRowid);
  }

  /** As `run`, of a query: the first column of its rows, which costs half as much as rows. */
  column<Value>(text: string, parameters: readonly unknown[]): Value[] {
    const name = `column of ${text}`;
    let statement = this.#kept.get(name);
    if (statement === undefined) {
      statement = this.#sqlite.prepare(planned(text)).pluck() as unknown as SqliteStatement;
      this.#kept.set(name, statement);
    }
    return statement.all(parameters) as Value[];
  }

  stream<Row>(text: string): Iterable<Row> {
    return this.prepare(text).iterate([]) as Iterable<Row>;
  }

  /** Its values have types of their own. */
  typeOf(): never {
    throw new Error('SQLite needs no types of columns.');
  }

  close(): void {
    this.#kept.clear();
    this.#sqlite.close();
  }

  #rollback(): SqliteStatement {
    const statement = this.#sqlite.prepare('rollback');
    return {
      reader: false,
      all: () => [],
      iterate: () => [][Symbol.iterator](),
      run: () => (this.#sqlite.inTransaction ? statement.run() : { changes: 0, lastInsertRowid: 0 }),
    };
  }
}

/**
 * SQLite plans by the value of a bound limit, and so prepares the statement anew each time that one is bound, which costs
 * more than most queries. It does not look into a sum.
 */
const planned = (text: string): string => text.replaceAll(/\blimit \?/g, 'limit ? + 0');
