import { existsSync, realpathSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { instantInName, systemTime } from '#base/clock.ts';
import type { FolderLock } from '#base/folder-lock.ts';
import { wrappedKeyFile } from '#base/sealing.ts';
import { finishExchange } from '#base/store/sqlite/exchange-database.ts';
import { holdFolder } from '#local/hold-folder.ts';
import { usedFolders } from '#local/sandbox-folders.ts';
import { FolderInUseError, StartError } from '#local/start-error.ts';
import { readHostRecord } from './discovery.ts';

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

/**
 * @throws FolderInUseError naming the host that works there; Error of the file system if nothing can be written there: a
 * lock on a disk that is read-only holds nobody off
 */
export const claimDataFolder = (dataDir: string): FolderLock => {
  const lock = holdFolder(dataDir, () => finishExchanges(dataDir));
  if (lock !== undefined) return lock;
  const holder = readHostRecord(dataDir);
  const who = holder === undefined ? '' : ` (process ${holder.pid}, API at ${holder.apiUrl})`;
  throw new FolderInUseError(
    `A Carryover host already runs on the data folder ${dataDir}${who}. One process writes a database: use that host, stop it, or choose another folder with --data.`,
  );
};

/** Of a process that was killed while it put another database in the place of one. */
const finishExchanges = (dataDir: string): void => {
  for (const name of ['desk.db', 'vault.db']) finishExchange(join(dataDir, name));
  for (const folder of usedFolders(dataDir)) finishExchange(join(folder, 'service.db'));
};
