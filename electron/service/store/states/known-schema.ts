import type { Database } from 'better-sqlite3';
import { openDatabase } from '#base/store/sqlite/database.ts';
import { removeDatabase } from '#base/store/sqlite/database-file.ts';
import { peek } from '#base/store/sqlite/peek.ts';
import { CatalogueError } from '#contract/errors.ts';
import { serviceMigrations } from '#service/store/file-store.ts';
import type { ServiceSchema } from '#service/store/schema.ts';

/**
 * A state may come from anybody. Its tables, indexes and triggers must be those that the migrations which it names would
 * have made: so nothing in its schema does what ours does not.
 * @param called what errors call it
 * @param running a database of ours, for comparison if it has the same migrations
 * @param beside where an empty database is made for comparison otherwise
 * @throws CatalogueError `state.newer`, `state.foreign`
 */
export const refuseOtherSchema = async (
  sqlite: Database,
  called: string,
  running: string | undefined,
  beside: string,
): Promise<void> => {
  const foreign = (problem: string): CatalogueError =>
    new CatalogueError('state.foreign', { name: called, problem });
  const objects = objectsOf(sqlite);
  const history = objects.get('table kysely_migration');
  if (history === undefined) throw foreign('it is no database of the local service');
  const applied = sqlite.prepare('select name from kysely_migration order by name').pluck().all() as string[];
  const known = Object.entries(serviceMigrations);
  const unknown = applied.filter((name) => !known.some(([one]) => one === name));
  if (unknown.length > 0) {
    throw new CatalogueError('state.newer', {
      name: called,
      problem: `schema migrations ${unknown.join(', ').slice(0, 200)}`,
    });
  }
  const wanted = known.slice(0, applied.length);
  if (wanted.some(([name], at) => name !== applied[at])) throw foreign('its schema migrations have gaps');
  const expected = sameOf(running, applied) ?? (await expectedObjects(Object.fromEntries(wanted), beside));
  for (const [name, sql] of objects) {
    if (!isInternal.test(name) && expected.get(name) !== sql)
      throw foreign(`its schema has a ${name.slice(0, 100)} that is not ours`);
  }
  for (const name of expected.keys()) {
    if (!objects.has(name)) throw foreign(`its schema lacks the ${name}`);
  }
};

/** What SQLite makes for itself, and nothing else can be called so. */
const isInternal = /^(table sqlite_(sequence|stat1|stat4)|index sqlite_autoindex_\w+)$/;

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string | null;
}

/** SQL by type and name. */
const objectsOf = (sqlite: Database): Map<string, string> => {
  const all = sqlite.prepare<[], SchemaObject>('select type, name, tbl_name, sql from sqlite_schema').all();
  return new Map(all.map(({ type, name, tbl_name, sql }) => [`${type} ${name}`, `${tbl_name}: ${sql}`]));
};

/** Making a database by its history takes longer than all else for a small state. */
const sameOf = (running: string | undefined, applied: readonly string[]): Map<string, string> | undefined =>
  running === undefined
    ? undefined
    : peek(running, (sqlite) => {
        const own = sqlite.prepare('select name from kysely_migration order by name').pluck().all();
        return own.join() === applied.join() ? objectsOf(sqlite) : undefined;
      });

const expectedObjects = async (
  migrations: Partial<typeof serviceMigrations>,
  beside: string,
): Promise<Map<string, string>> => {
  removeDatabase(beside);
  const database = await openDatabase<ServiceSchema>({ path: beside, synchronous: 'NORMAL' }, migrations);
  try {
    return objectsOf(database.sqlite);
  } finally {
    await database.close();
    removeDatabase(beside);
  }
};
