import { join } from 'node:path';
import Database from 'better-sqlite3';

/** One process works on a data folder at a time. The lock is the operating system's, so it dies with its holder. */
export interface FolderLock {
  release(): void;
}

/** Takes the lock of a data folder; answers undefined if another process, or this one, has it. */
export const lockFolder = (dataDir: string): FolderLock | undefined => {
  const file = new Database(join(dataDir, 'host.lock'), { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
    return { release: () => file.close() };
  } catch (error) {
    file.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) return undefined;
    throw error;
  }
};
