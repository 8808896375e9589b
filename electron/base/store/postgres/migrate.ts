import type { ClientBase } from 'pg';
import { systemTime } from '#base/clock.ts';
import { appliedBy, newerError, newerThan, type PostgresMigrations, waitsForOthers } from './builds.ts';
import { makeMarks } from './marks.ts';
import { isLockTimeout } from './server-error.ts';
import { tableLockMs, takeTurn } from './turns.ts';

/**
 * Brings a schema of a server up to date, or makes it. All that is missing is one transaction, and one process does it at
 * a time, while nobody writes. What other builds may need is left as it is: see `builds.ts`.
 * @param check what refuses the schema, before anything in it is changed
 * @throws what `check` throws; Error in words about its history
 */
export const migrateSchema = async (
  client: ClientBase,
  schema: string,
  migrations: PostgresMigrations,
  check: () => Promise<void> = async () => {},
): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      return await migrate(client, schema, migrations, check);
    } catch (error) {
      if (!isLockTimeout(error) || tries === mostTries) throw error;
      await client.query('rollback');
      await systemTime.sleep(againMs);
    }
  }
};

const againMs = 500;
const mostTries = 60;

const migrate = async (
  client: ClientBase,
  schema: string,
  migrations: PostgresMigrations,
  check: () => Promise<void>,
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
  const applied = await appliedBy(client);
  const newer = newerThan(migrations, applied);
  if (newer.length > 0) throw newerError(schema, newer);
  const missing = Object.entries(migrations).filter(
    ([name]) => !applied.includes(name) && (applied.length === 0 || !waitsForOthers(name)),
  );
  if (missing.length > 0) {
    await client.query(takeTurn(schema));
    await client.query(`set local lock_timeout = ${tableLockMs}`);
  }
  for (const [name, statements] of missing) {
    for (const statement of statements) await client.query(statement);
    await client.query('insert into migrations (name) values ($1)', [name]);
  }
  await client.query('commit');
};
