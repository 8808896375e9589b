import Database from 'better-sqlite3';

/**
 * Opens a copy that nobody else has open, to change it: it is thrown away if that fails, so nothing is synced. What may
 * be in its schema is not trusted.
 */
export const openCopy = (path: string, journal: 'MEMORY' | 'WAL' = 'MEMORY'): Database.Database => {
  const sqlite = new Database(path, { fileMustExist: true });
  try {
    sqlite.pragma('trusted_schema = OFF');
    sqlite.pragma('cell_size_check = ON');
    sqlite.pragma('locking_mode = EXCLUSIVE');
    sqlite.pragma('synchronous = OFF');
    sqlite.pragma('wal_autocheckpoint = 0');
    // Anything but WAL folds in a log that was copied with it.
    sqlite.pragma(`journal_mode = ${journal}`);
    sqlite.pragma('secure_delete = ON');
    sqlite.pragma('temp_store = MEMORY');
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
};
