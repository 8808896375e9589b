import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileProblem } from '#base/file-problem.ts';
import type { TableSizes } from '#base/store/sqlite/table-sizes.ts';
import { runTask } from '#base/worker/run-task.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type DatabaseFile, type DatabaseSize, databaseFiles, type Storage } from '#contract/storage.ts';

/** A file of some gigabytes is read in this time, ms. */
const bounds = { timeMs: 120_000, heapMb: 64, isLong: true };

/**
 * The databases of the data folder by table. Everybody who asks while it is measured gets the same answer.
 * @param isOnServer none is, unless it was left there
 */
export const createStorage = (dataDir: string, isOnServer: boolean): (() => Promise<Storage>) => {
  let measuring: Promise<Storage> | undefined;
  const measure = async (): Promise<Storage> => {
    const databases: DatabaseSize[] = [];
    // One after the other: they share a disk.
    for (const file of databaseFiles) {
      const isOptional = file.startsWith('sandboxes/') || isOnServer;
      if (!isOptional || existsSync(join(dataDir, file))) databases.push(await measured(dataDir, file));
    }
    return { databases };
  };
  return () => {
    measuring ??= measure().finally(() => {
      measuring = undefined;
    });
    return measuring;
  };
};

const measured = async (dataDir: string, file: DatabaseFile): Promise<DatabaseSize> => {
  const path = join(dataDir, file);
  const size = { file, bytes: await bytesOf(path), logBytes: await bytesOf(`${path}-wal`) };
  try {
    const { unusedBytes, tables } = await runTask<TableSizes>(
      'table-sizes',
      { path },
      { what: file, ...bounds },
    );
    return { ...size, unusedBytes, tables: [...tables] };
  } catch (error) {
    return { ...size, problem: error instanceof CatalogueError ? error.message : fileProblem(error) };
  }
};

const bytesOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
