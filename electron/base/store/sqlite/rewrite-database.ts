import Database from 'better-sqlite3';
import { storeError } from './database.ts';

/**
 * Rewrites a database without what is free in it, so that it can give back free pages a little at a time from then on.
 * Other connections may read meanwhile, and must not write. For a worker thread: it is a single native step. A process
 * that is killed leaves the file as it was.
 * @param userVersion is set with it
 * @throws CatalogueError `store.damaged`, `store.full`
 */
export const rewriteDatabase = ({
  path,
  userVersion,
}: {
  readonly path: string;
  readonly userVersion: number;
}): void => {
  try {
    const sqlite = new Database(path, { fileMustExist: true });
    try {
      sqlite.pragma('synchronous = NORMAL');
      sqlite.pragma('secure_delete = ON');
      sqlite.pragma('auto_vacuum = INCREMENTAL');
      // Not in memory: it is as large as the database.
      sqlite.pragma('temp_store = FILE');
      sqlite.exec('VACUUM');
      sqlite.pragma(`user_version = ${userVersion}`);
      sqlite.pragma('wal_checkpoint(TRUNCATE)');
    } finally {
      sqlite.close();
    }
  } catch (error) {
    throw storeError(error, path);
  }
};
