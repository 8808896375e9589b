import type { ClientBase } from 'pg';
import { makeMarks } from './marks.ts';

/** A step of a schema: statements, in order. */
export type PostgresMigrations = Readonly<Record<string, readonly string[]>>;

/**
 * Brings a schema of a server up to date, or makes it. All that is missing is one transaction, and one process does it at
 * a time.
 * @param check what refuses the schema, before anything in it is changed
 * @throws what `check` throws; Error in words about its history
 */
export const migrateSchema = async (
  client: ClientBase,
  schema: string,
  migrations: PostgresMigrations,
  check: () => Promise<void> = async () => {},
): Promise<void> => {
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${schema} migrations`]);
  await client.query(`create schema if not exists "${schema}"`);
  await client.query(`set local search_path to "${schema}"`);
  await makeMarks(client);
  await check();
  await client.query(
    `create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())`,
  );
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  const applied = rows.map(({ name }) => name);
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw newer(schema, unknown);
  for (const [name, statements] of Object.entries(migrations)) {
    if (applied.includes(name)) continue;
    for (const statement of statements) await client.query(statement);
    await client.query('insert into migrations (name) values ($1)', [name]);
  }
  await client.query('commit');
};

const newer = (schema: string, unknown: readonly string[]): Error =>
  new Error(
    `The schema ${schema} has a history that this version of Carryover does not know (${unknown.join(', ')}). It was probably written by a newer version: use that version. Nothing was changed.`,
  );
