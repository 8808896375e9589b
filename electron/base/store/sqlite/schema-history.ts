import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { CatalogueError } from '#contract/errors.ts';
import { peek } from './peek.ts';

/** A database file of the data folder, and the names of the migrations that this version knows of it. */
export interface SchemaHistory {
  readonly file: string;
  readonly migrations: readonly string[];
}

/**
 * Looks at the history of every database before the first one is opened, as opening one migrates it. Only reads: a
 * folder that is refused stays as it is, byte by byte.
 * @throws CatalogueError `store.newer`
 */
export const refuseNewer = (dataDir: string, histories: readonly SchemaHistory[]): void => {
  const newer = newerMigrations(dataDir, histories);
  if (newer !== undefined) throw new CatalogueError('store.newer', { dataDir, migrations: newer });
};

/** Which migrations of which databases this version does not know; undefined if it knows all. Only reads. */
export const newerMigrations = (dataDir: string, histories: readonly SchemaHistory[]): string | undefined => {
  const newer = histories.flatMap(({ file, migrations }) => {
    const unknown = appliedMigrations(join(dataDir, file)).filter((name) => !migrations.includes(name));
    return unknown.length === 0 ? [] : [`${file} has ${unknown.join(', ')}`];
  });
  return newer.length === 0 ? undefined : newer.join('; ');
};

/** @throws CatalogueError `backup.otherForm` if a backup knows migrations that this version does not */
export const refuseUnknown = (sqlite: Database, { migrations }: SchemaHistory, name: string): void => {
  const applied = sqlite.prepare('select name from kysely_migration').pluck().all() as string[];
  if (applied.every((one) => migrations.includes(one))) return;
  throw new CatalogueError('backup.otherForm', { name });
};

/** Answers none for what is no database, which opening it tells better. */
const appliedMigrations = (path: string): string[] =>
  peek(path, (sqlite) => sqlite.prepare('select name from kysely_migration').pluck().all() as string[]) ?? [];
