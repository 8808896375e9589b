import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import Database from 'better-sqlite3';

/**
 * Reads from a database as it is: nothing is migrated, repaired or written.
 * @returns undefined if there is none, or it can't be read or is none: opening it for good tells better
 */
export const peek = <T>(path: string, read: (sqlite: Database.Database) => T): T | undefined => {
  if (!existsSync(path)) return undefined;
  try {
    const sqlite = new Database(path, { readonly: hasLog(path), fileMustExist: true });
    try {
      return read(sqlite);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return undefined;
    throw new Error(`${basename(path)} can't be read: ${String(error)}`, { cause: error });
  }
};

/**
 * What may write folds a log that a crash has left into the database when it closes; what may only read leaves an empty
 * log behind where there was none.
 */
export const hasLog = (path: string): boolean =>
  (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
