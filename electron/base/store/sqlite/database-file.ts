import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { instantInName, systemTime } from '#base/clock.ts';
import { syncFolder } from '#base/sync-folder.ts';
import { openError } from './database.ts';
import { hasLog } from './peek.ts';

/** A database as files: with the logs that belong to it. */
export const databaseEnds = ['', '-wal', '-shm', '-journal'];

export type FileState = 'missing' | 'sound' | 'damaged';

/**
 * Whether a database that nobody writes to can be read from its first page to its last. Nothing is changed.
 * @throws what `openError` makes of a file that can't be opened, which says nothing of what is in it
 */
export const fileState = (path: string): FileState => {
  if (!existsSync(path)) return 'missing';
  try {
    const sqlite = new Database(path, { fileMustExist: true, readonly: hasLog(path) });
    try {
      return sqlite.pragma('quick_check(1)', { simple: true }) === 'ok' ? 'sound' : 'damaged';
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (isShut(error)) throw openError(error, path);
    return 'damaged';
  }
};

const isShut = (error: unknown): boolean =>
  error instanceof Database.SqliteError && /^SQLITE_(CANTOPEN|PERM|READONLY|BUSY)/.test(error.code);

/** Where a database is kept that another takes the place of. */
export const asideOf = (name: string): string => `${name}.aside-${instantInName(systemTime.now())}`;

/** Moves a closed database. */
export const moveDatabase = (from: string, to: string): void => {
  for (const end of databaseEnds) if (existsSync(from + end)) renameSync(from + end, to + end);
  syncFolder(dirname(from));
};

export const removeDatabase = (path: string): void => {
  for (const end of databaseEnds) rmSync(path + end, { force: true });
};
