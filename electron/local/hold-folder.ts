import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import { type FolderLock, lockFolder } from '#base/folder-lock.ts';
import { makeFolder } from '#base/make-folder.ts';
import { openError } from '#base/store/sqlite/database.ts';
import { whyNotMade } from '#base/system-problem.ts';
import { StartError } from './start-error.ts';

/**
 * Makes the data folder, for its owner alone, if there is none yet. One that is there keeps its mode: it may be more
 * than ours.
 * @throws StartError
 */
export const prepareDataFolder = (dataDir: string): void => {
  try {
    makeFolder(dataDir);
  } catch (error) {
    const isFile = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = isFile ? 'it is a file' : (whyNotMade(dataDir)?.problem ?? fileProblem(error));
    throw new StartError(`The data folder ${dataDir} can't be used: ${reason}. Choose another with --data.`, {
      cause: error,
    });
  }
};

/**
 * Takes the lock of the folder, then finishes what a killed process left half done in it.
 * @returns undefined if another process, or this one, works there
 * @throws Error of the file system if nothing can be written there: a lock on a disk that is read-only holds nobody off
 */
export const holdFolder = (dataDir: string, finish: () => void): FolderLock | undefined => {
  accessSync(dataDir, constants.W_OK);
  const lock = lockOf(dataDir);
  if (lock === undefined) return undefined;
  try {
    finish();
  } catch (error) {
    lock.release();
    throw error;
  }
  return lock;
};

const lockOf = (dataDir: string): FolderLock | undefined => {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    throw openError(error, join(dataDir, 'host.lock'));
  }
};
