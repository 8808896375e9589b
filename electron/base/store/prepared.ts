import { type Compilable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { DialectName } from './dialect.ts';
import { type Later, statementsOf } from './statements.ts';

interface Compiled {
  readonly text: string;
  readonly slots: readonly unknown[];
}

/**
 * A query that is built and compiled once for each dialect and then only filled in. Building costs more than running for
 * the short queries of a hot path.
 */
export const prepared = <Schema, Values extends object, Row>(
  build: (
    db: Kysely<Schema>,
    value: <K extends keyof Values & string>(name: K) => RawBuilder<Values[K]>,
  ) => Compilable<Row>,
) => {
  const compiled: { [dialect in DialectName]?: Compiled } = {};
  const compiledFor = (db: Kysely<Schema>, dialect: DialectName): Compiled => {
    let known = compiled[dialect];
    if (known === undefined) {
      const { sql: text, parameters: slots } = build(db, (name) => sql`${new Slot(name)}`).compile();
      known = { text, slots };
      compiled[dialect] = known;
    }
    return known;
  };
  const parametersOf = ({ slots }: Compiled, values: Values): unknown[] =>
    slots.map((slot) => (slot instanceof Slot ? values[slot.name as keyof Values] : slot));
  const run = async (db: Kysely<Schema>, values: Values): Promise<Row[]> => {
    const statements = statementsOf(db);
    const query = compiledFor(db, statements.dialect);
    return statements.run<Row>(query.text, parametersOf(query, values));
  };
  /** The first column of its rows. */
  const column = (db: Kysely<Schema>, values: Values): Later<Row[keyof Row][]> => {
    const statements = statementsOf(db);
    const query = compiledFor(db, statements.dialect);
    return statements.column<Row[keyof Row]>(query.text, parametersOf(query, values));
  };
  /** Of an insertion of one row: its `seq`. */
  const insert = (db: Kysely<Schema>, values: Values): Later<number> => {
    const statements = statementsOf(db);
    const query = compiledFor(db, statements.dialect);
    return statements.insert(query.text, parametersOf(query, values));
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
