import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemTime, toIso } from '#base/clock.ts';
import { fileProblem } from '#base/file-problem.ts';
import { type FolderLock, lockFolder } from '#base/folder-lock.ts';
import { wrappedKeyFile } from '#base/sealing.ts';
import { readHostRecord } from './discovery.ts';
import { FolderInUseError, StartError } from './start-error.ts';

/**
 * Makes the data folder, for its owner alone, if there is none yet. One that is there keeps its mode: it may be more
 * than ours.
 * @throws StartError
 */
export const prepareDataFolder = (dataDir: string): void => {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    if (!statSync(dataDir).isDirectory()) throw new Error('it is not a folder');
  } catch (error) {
    const isFile = (error as NodeJS.ErrnoException).code === 'EEXIST';
    const reason = isFile ? 'it is a file' : fileProblem(error);
    throw new StartError(`The data folder ${dataDir} can't be used: ${reason}. Choose another with --data.`, {
      cause: error,
    });
  }
};

/**
 * What was sealed can't be opened under another key: the sandbox is kept beside, and an empty one is begun. So is the
 * key that only a keychain opens, lest it be taken for the new one.
 */
export const putSandboxAside = (dataDir: string): void => {
  const when = toIso(systemTime.now()).replaceAll(/[:.]/g, '-');
  const putAside = (path: string, aside: string): void => {
    if (existsSync(path)) renameSync(path, aside);
  };
  const sandbox = join(dataDir, 'service.db');
  for (const end of ['', '-wal', '-shm']) putAside(`${sandbox}${end}`, `${sandbox}.${when}${end}`);
  const wrapped = wrappedKeyFile(dataDir);
  putAside(wrapped, `${wrapped}.${when}`);
};

/** @throws FolderInUseError naming the host that works there */
export const claimDataFolder = (dataDir: string): FolderLock => {
  const lock = lockFolder(dataDir);
  if (lock !== undefined) return lock;
  const holder = readHostRecord(dataDir);
  const who = holder === undefined ? '' : ` (process ${holder.pid}, API at ${holder.apiUrl})`;
  throw new FolderInUseError(
    `A Carryover host already runs on the data folder ${dataDir}${who}. One process writes a database: use that host, stop it, or choose another folder with --data.`,
  );
};
