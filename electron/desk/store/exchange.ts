import { chmodSync, existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import Database from 'better-sqlite3';
import { candidateOf, dropCandidate } from '#base/store/sqlite/exchange-database.ts';
import { syncFile } from '#base/sync-file.ts';
import { syncFolder } from '#base/sync-folder.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type DeskFileStore, openDeskFile } from './file-store.ts';

/**
 * Putting a backup in the place of `desk.db`. A kill at any moment leaves the one or the other, whole: the backup is copied
 * beside it, looked through and brought to the present form there, closed, and then renamed over the file, which was
 * closed before and has no write-ahead log any more, as SQLite would apply a log to whatever file stands beside it.
 */

const logs = ['-wal', '-shm'];

/** @throws CatalogueError `store.full` */
export const copyBeside = async (deskFile: string, backup: string): Promise<void> => {
  dropCandidate(deskFile);
  try {
    await copyFile(backup, candidateOf(deskFile));
  } catch (error) {
    dropCandidate(deskFile);
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    throw new CatalogueError('store.full', {}, [], { cause: error });
  }
  chmodSync(candidateOf(deskFile), 0o600);
};

/**
 * Copies a backup beside `desk.db` and verifies the copy.
 * @param check of what it says, once it is open
 * @throws CatalogueError `backup.damaged`, `backup.otherForm`, `store.full`, and what `check` throws
 */
export const prepareCandidate = async (
  deskFile: string,
  backup: string,
  check: (store: DeskFileStore) => Promise<void>,
): Promise<void> => {
  const path = candidateOf(deskFile);
  await copyBeside(deskFile, backup);
  refuseDamaged(path, basename(backup));
  await withCandidate(deskFile, check).catch((error: unknown) => {
    if (!(error instanceof UnknownForm)) throw error;
    throw new CatalogueError('backup.otherForm', { name: basename(backup) }, [], { cause: error.cause });
  });
};

class UnknownForm extends Error {}

/** Opens the copy, which is brought to the present form by it. @throws what `work` throws, and CatalogueError `store.damaged` */
export const withCandidate = async <T>(
  deskFile: string,
  work: (store: DeskFileStore) => Promise<T>,
): Promise<T> => {
  const store = await openDeskFile(candidateOf(deskFile)).catch((error: unknown) => {
    if (error instanceof CatalogueError) throw error;
    throw new UnknownForm('The form of the database is not known.', { cause: error });
  });
  try {
    return await work(store);
  } finally {
    // Takes its write-ahead log with it.
    await store.close();
  }
};

/**
 * Renames the copy over `desk.db`, which must be closed.
 * @throws Error if something else still has it open; then nothing was changed
 */
export const putCandidate = (deskFile: string): void => {
  const path = candidateOf(deskFile);
  dropEmptyLogs(path);
  dropEmptyLogs(deskFile);
  syncFile(path);
  renameSync(path, deskFile);
  syncFolder(dirname(deskFile));
};

const refuseDamaged = (path: string, name: string): void => {
  let verdict: unknown;
  try {
    const sqlite = new Database(path, { fileMustExist: true });
    try {
      verdict = sqlite.pragma('integrity_check(1)', { simple: true });
    } finally {
      sqlite.close();
    }
  } catch (error) {
    throw new CatalogueError('backup.damaged', { name }, [], { cause: error });
  }
  if (verdict !== 'ok') {
    throw new CatalogueError('backup.damaged', { name }, [], { cause: new Error(String(verdict)) });
  }
};

/** The last to close a database empties its log and removes it. One that is not empty belongs to somebody. */
const dropEmptyLogs = (path: string): void => {
  if (existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0) {
    throw new Error(`${basename(path)} is open in another program.`);
  }
  for (const end of logs) rmSync(path + end, { force: true });
};
