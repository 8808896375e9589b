import { accessSync, constants, existsSync, realpathSync, renameSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { filesOf } from '#base/backups/backups.ts';
import { instantInName, systemTime } from '#base/clock.ts';
import { openError } from '#base/database.ts';
import { finishExchange } from '#base/exchange-database.ts';
import { fileProblem } from '#base/file-problem.ts';
import { type FolderLock, lockFolder } from '#base/folder-lock.ts';
import { makeFolder } from '#base/make-folder.ts';
import { wrappedKeyFile } from '#base/sealing.ts';
import { whyNotMade } from '#base/system-problem.ts';
import { CatalogueError } from '#contract/errors.ts';
import { readHostRecord } from './discovery.ts';
import { usedFolders } from './sandbox-folders.ts';
import { FolderInUseError, StartError } from './start-error.ts';

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
 * For what mends a data folder, and must not make one where its path was mistyped.
 * @throws StartError
 */
export const requireDataFolder = (dataDir: string): void => {
  const used = ['identity.json', 'desk.db', 'service.db', 'vault.db', 'backups'];
  if (used.some((name) => existsSync(join(dataDir, name)))) return;
  throw new StartError(
    `There is no data folder of Carryover at ${dataDir}. Nothing was changed. Check --data.`,
  );
};

/**
 * @param folder in which it is, such as that of a sandbox
 * @throws CatalogueError `store.damaged`, `store.missing`
 */
export const refuseLost = (dataDir: string, of: 'desk' | 'service', folder = dataDir): void => {
  if (!isLost(dataDir, of, folder)) return;
  const file = `${of}.db`;
  throw new CatalogueError(existsSync(join(folder, file)) ? 'store.damaged' : 'store.missing', { file });
};

/** Whether a start refused what `carryover repair` can mend. */
export const isRepairable = (error: unknown): error is CatalogueError =>
  error instanceof CatalogueError && (error.code === 'store.damaged' || error.code === 'store.missing');

/**
 * Whether a database of a folder that was used before has nothing in it, or is missing although there are backups of it:
 * SQLite would begin a new one.
 */
export const isLost = (dataDir: string, of: 'desk' | 'service' | 'vault', folder = dataDir): boolean => {
  const sizeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.size;
  if (sizeOf(join(dataDir, 'identity.json')) === undefined) return false;
  const size = sizeOf(join(folder, `${of}.db`));
  return size === undefined ? hasBackups(folder, of) : size === 0 && !sizeOf(join(folder, `${of}.db-wal`));
};

const hasBackups = (folder: string, of: string): boolean =>
  filesOf(join(folder, 'backups'), of).some((name) => name.endsWith('.db'));

/** Whether the system, or whoever made the folder, throws it away: in its folders for temporary files, and in memory. */
export const isTemporary = (dataDir: string): boolean => {
  const path = realpathSync(dataDir);
  const parents = [tmpdir(), ...(process.platform === 'win32' ? [] : ['/tmp', '/var/tmp', '/dev/shm'])];
  return parents.some((parent) => existsSync(parent) && path.startsWith(join(realpathSync(parent), sep)));
};

/**
 * What was sealed can't be opened under another key: the sandboxes are kept beside, and empty ones are begun. So is the
 * key that only a keychain opens, lest it be taken for the new one.
 */
export const putSandboxAside = (dataDir: string): void => {
  const when = instantInName(systemTime.now());
  const putAside = (path: string, aside: string): void => {
    if (existsSync(path)) renameSync(path, aside);
  };
  for (const folder of usedFolders(dataDir)) {
    const sandbox = join(folder, 'service.db');
    for (const end of ['', '-wal', '-shm']) putAside(`${sandbox}${end}`, `${sandbox}.${when}${end}`);
  }
  const wrapped = wrappedKeyFile(dataDir);
  putAside(wrapped, `${wrapped}.${when}`);
};

const lockOf = (dataDir: string): FolderLock | undefined => {
  try {
    return lockFolder(dataDir);
  } catch (error) {
    throw openError(error, join(dataDir, 'host.lock'));
  }
};

/**
 * @throws FolderInUseError naming the host that works there; Error of the file system if nothing can be written there: a
 * lock on a disk that is read-only holds nobody off
 */
export const claimDataFolder = (dataDir: string): FolderLock => {
  accessSync(dataDir, constants.W_OK);
  const lock = lockOf(dataDir);
  if (lock !== undefined) {
    finishExchanges(dataDir, lock);
    return lock;
  }
  const holder = readHostRecord(dataDir);
  const who = holder === undefined ? '' : ` (process ${holder.pid}, API at ${holder.apiUrl})`;
  throw new FolderInUseError(
    `A Carryover host already runs on the data folder ${dataDir}${who}. One process writes a database: use that host, stop it, or choose another folder with --data.`,
  );
};

/** Of a process that was killed while it put another database in the place of one. */
const finishExchanges = (dataDir: string, lock: FolderLock): void => {
  try {
    for (const name of ['desk.db', 'vault.db']) finishExchange(join(dataDir, name));
    for (const folder of usedFolders(dataDir)) finishExchange(join(folder, 'service.db'));
  } catch (error) {
    lock.release();
    throw error;
  }
};
