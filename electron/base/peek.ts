import { existsSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';

/**
 * Reads from a database as it is: nothing is migrated, repaired or written. A log that a process left behind is read along
 * and stays.
 * @returns undefined if there is no such database, or it can't be read: whoever opens it for good says why
 */
export const peek = <T>(path: string, read: (sqlite: Database.Database) => T): T | undefined => {
  if (!existsSync(path)) return undefined;
  const log = `${path}-wal`;
  // The last one to close a database that it may write to would fold the log into it.
  const readonly = existsSync(log) && statSync(log).size > 0;
  try {
    const sqlite = new Database(path, { readonly, fileMustExist: true });
    try {
      return read(sqlite);
    } finally {
      sqlite.close();
    }
  } catch {
    return undefined;
  }
};
