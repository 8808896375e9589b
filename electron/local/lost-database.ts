import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '#base/store/sqlite/backups/backups.ts';
import { CatalogueError } from '#contract/errors.ts';

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
