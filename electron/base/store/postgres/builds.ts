import { type Kysely, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { tableLockMs } from './turns.ts';

/** Steps of a schema: statements, in order. */
export type PostgresMigrations = Readonly<Record<string, readonly string[]>>;

/**
 * Two builds on one schema at the same time, so that an upgrade needs no moment without the service. A migration whose name
 * ends with `-expand` only adds what the build before neither needs nor minds: that one goes on, and may even start anew.
 * One that ends with `-contract` takes away what only earlier builds need: it waits until none of them is there.
 */

/** The newest migration that a build knows: of two builds, the later one has the larger name. */
export const buildOf = (migrations: PostgresMigrations): string => Object.keys(migrations).at(-1) ?? '';

export const waitsForOthers = (name: string): boolean => name.endsWith('-contract');

/** Migrations that a schema has had, and that this build may not work on. */
export const newerThan = (migrations: PostgresMigrations, applied: readonly string[]): string[] =>
  applied.filter((name) => !(name in migrations) && !name.endsWith('-expand'));

/** A newer build has taken away what this one needs. */
export class NewerHistoryError extends Error {}

export const newerError = (schema: string, names: readonly string[]): Error =>
  new NewerHistoryError(
    `The schema ${schema} has a history that this version of Carryover does not know (${names.join(', ')}). It was probably written by a newer version: use that version. Nothing was changed.`,
  );

export const appliedBy = async (client: ClientBase): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  return rows.map(({ name }) => name);
};

/** What the processes of a store agree on before one of them takes something away. */
export interface History {
  /** This one. */
  readonly build: string;
  /** In the unit of work in which this process says that it is there. @throws Error in words about the history */
  check<Schema>(tx: { readonly db: Kysely<Schema> }): Promise<void>;
  /** The newest migration that waits for earlier builds to go; undefined: none. */
  waiting<Schema>(reader: { readonly db: Kysely<Schema> }): Promise<string | undefined>;
  /** Does what waits. */
  contract<Schema>(tx: { readonly db: Kysely<Schema> }): Promise<void>;
}

export const historyOf = (schema: string, migrations: PostgresMigrations): History => {
  const applied = async <Schema>(db: Kysely<Schema>): Promise<string[]> =>
    (await sql<{ name: string }>`select name from migrations`.execute(db)).rows.map(({ name }) => name);
  const due = async <Schema>(db: Kysely<Schema>): Promise<string[]> => {
    const done = await applied(db);
    return Object.keys(migrations).filter((name) => waitsForOthers(name) && !done.includes(name));
  };
  return {
    build: buildOf(migrations),
    async check({ db }) {
      const newer = newerThan(migrations, await applied(db));
      if (newer.length > 0) throw newerError(schema, newer);
    },
    waiting: async ({ db }) => (await due(db)).at(-1),
    async contract({ db }) {
      await sql.raw(`set local lock_timeout = ${tableLockMs}`).execute(db);
      for (const name of await due(db)) {
        for (const statement of migrations[name] ?? []) await sql.raw(statement).execute(db);
        await sql`insert into migrations (name) values (${name})`.execute(db);
      }
    },
  };
};
