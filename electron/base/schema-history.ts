import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { CatalogueError } from '#contract/errors.ts';

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
  const newer = histories.flatMap(({ file, migrations }) => {
    const unknown = appliedMigrations(join(dataDir, file)).filter((name) => !migrations.includes(name));
    return unknown.length === 0 ? [] : [`${file} has ${unknown.join(', ')}`];
  });
  if (newer.length > 0) throw new CatalogueError('store.newer', { dataDir, migrations: newer.join('; ') });
};

/** Answers none for what is no database, which opening it tells better. */
const appliedMigrations = (path: string): string[] => {
  if (!existsSync(path)) return [];
  try {
    const sqlite = new Database(path, { readonly: hasLog(path), fileMustExist: true });
    try {
      return sqlite.prepare('select name from kysely_migration').pluck().all() as string[];
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return [];
    throw new Error(`${basename(path)} can't be read: ${String(error)}`, { cause: error });
  }
};

/**
 * What may write folds a log that a crash has left into the database when it closes; what may only read leaves an empty
 * log behind where there was none.
 */
const hasLog = (path: string): boolean => (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
