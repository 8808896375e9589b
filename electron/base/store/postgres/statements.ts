import type { Statements } from '#base/store/statements.ts';
import type { Run } from './run.ts';

/** The types of columns in the words of PostgreSQL, by table. */
export type ColumnTypes = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** The statements of one connection to a server. */
export class PostgresStatements implements Statements {
  readonly dialect = 'postgres';
  readonly #run: Run;
  readonly #types: () => ColumnTypes;

  constructor(run: Run, types: () => ColumnTypes) {
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

  async insert(text: string, parameters: readonly unknown[]): Promise<number> {
    const { rows } = await this.#run(`${text} returning seq`, parameters);
    return rows[0]?.seq as number;
  }

  typeOf(table: string, column: string): string {
    const type = this.#types().get(table)?.get(column);
    if (type === undefined) throw new Error(`The database has no column ${table}.${column}.`);
    return type;
  }
}
