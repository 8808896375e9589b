import type { Statements } from '#base/store/statements.ts';
import type { Run } from './run.ts';

/** The types of columns in the words of PostgreSQL, by table. */
export type ColumnTypes = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The statements of one connection to a server. */
export class PostgresStatements implements Statements {
  readonly dialect = 'postgres';
  readonly #run: Run;
  readonly #types: ColumnTypes;
  #cursors = 0;

  constructor(run: Run, types: ColumnTypes) {
    this.#run = run;
    this.#types = types;
  }

  async run<Row>(text: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#run(text, parameters)).rows as Row[];
  }

  async column<Value>(text: string, parameters: readonly unknown[]): Promise<Value[]> {
    const { rows, fields } = await this.#run(text, parameters);
    const name = fields[0]?.name ?? '';
    return rows.map((row) => row[name] as Value);
  }

  /** By a cursor, which lasts as long as the unit of work at most. */
  async *stream<Row>(text: string, atOnce: number): AsyncIterable<Row> {
    const cursor = `rows_${++this.#cursors}`;
    await this.#run(`declare ${cursor} no scroll cursor for ${text}`, []);
    for (let isOver = false; !isOver; ) {
      const { rows } = await this.#run(`fetch ${atOnce} from ${cursor}`, []);
      yield* rows as Row[];
      isOver = rows.length < atOnce;
    }
    await this.#run(`close ${cursor}`, []);
  }

  async insert(text: string, parameters: readonly unknown[]): Promise<number> {
    const { rows } = await this.#run(`${text} returning seq`, parameters);
    return rows[0]?.seq as number;
  }

  typeOf(table: string, column: string): string {
    const type = this.#types.get(table)?.get(column);
    if (type === undefined) throw new Error(`The database has no column ${table}.${column}.`);
    return type;
  }
}
