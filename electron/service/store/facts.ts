import { sql } from 'kysely';
import { prepared } from '#base/store/prepared.ts';
import type { FactRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** The sandbox's small facts, one row each: client, clock, settings, faults, profile, cutover, … */

const selectFact = prepared<ServiceSchema, { name: string }, FactRow>((db, value) =>
  db.selectFrom('facts').selectAll().where('name', '=', value('name')),
);
const upsertFact = prepared<ServiceSchema, FactRow, never>(
  (db, value) =>
    db
      .insertInto('facts')
      .values({ name: value('name'), value_json: value('value_json') })
      .onConflict((oc) =>
        oc.column('name').doUpdateSet((eb) => ({ value_json: eb.ref('excluded.value_json') })),
      ) as never,
);

/** A fact with its name and type; each module declares its own. */
export interface Fact<T> {
  readonly name: string;
  readonly fallback: T;
}

export const readFact = async <T>({ db }: Reader, fact: Fact<T>): Promise<T> => {
  const row = await selectFact.first(db, { name: fact.name });
  return row === undefined ? fact.fallback : (JSON.parse(row.value_json) as T);
};

/** As `readFact`, of a fact that several processes count in: none of the others changes it until this unit of work ends. */
export const lockFact = async <T>({ db }: Pick<Tx, 'db'>, fact: Fact<T>): Promise<T> => {
  const fallback = JSON.stringify(fact.fallback);
  const { rows } = await sql<FactRow>`insert into facts (name, value_json) values (${fact.name}, ${fallback})
    on conflict (name) do update set value_json = facts.value_json returning *`.execute(db);
  return JSON.parse((rows[0] as FactRow).value_json) as T;
};

export const writeFact = async <T>({ db }: Pick<Tx, 'db'>, fact: Fact<T>, value: T): Promise<void> => {
  await upsertFact(db, { name: fact.name, value_json: JSON.stringify(value) });
};
