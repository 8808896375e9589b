import { join } from 'node:path';
import Database from 'better-sqlite3';

/** One process works on a data folder at a time. The lock is the operating system's, so it dies with its holder. */
export interface FolderLock {
  release(): void;
}

const pathIn = (dataDir: string): string => join(dataDir, 'host.lock');
/** Longer than any check of the lock takes. */
const looksMs = 250;

/** Takes the lock of a data folder; answers undefined if another process, or this one, has it. */
export const lockFolder = (dataDir: string): FolderLock | undefined => {
  const file = new Database(pathIn(dataDir), { timeout: looksMs });
  try {
    file.exec('BEGIN EXCLUSIVE');
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
};

/**
 * Whether a process, this one counts too, holds the lock of a data folder. It is checked by a shared lock, for an
 * instant: others who look don't take each other for a holder, and who wants to hold it waits that long.
 */
export const isFolderLocked = (dataDir: string): boolean => {
  let file: Database.Database | undefined;
  try {
    file = new Database(pathIn(dataDir), { timeout: 0, readonly: true, fileMustExist: true });
    file.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    // What is not there, or can't be read, is reported by the attempt to take it.
    return isBusy(error);
  } finally {
    file?.close();
  }
};

const isBusy = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
