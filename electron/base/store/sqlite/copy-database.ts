import Database from 'better-sqlite3';
import type { TaskPort } from '#base/worker/task.ts';
import { storeError } from './database.ts';

/** Pages between two looks at whether anybody still waits: some ms of work. */
const pagesAtOnce = 1000;

/**
 * Copies a database that another connection writes to meanwhile, as it is now: one state of it is read throughout, so that
 * the copy need not begin again with each write. For a worker thread; nobody else waits for the disk then.
 * @throws CatalogueError `store.damaged`, `store.full`
 */
export const copyDatabase = async (
  { from, to }: { readonly from: string; readonly to: string },
  port: Pick<TaskPort, 'progress'>,
): Promise<void> => {
  try {
    const source = new Database(from, { readonly: true, fileMustExist: true });
    try {
      source.exec('begin');
      // The state is that of the first read.
      source.prepare('select count(*) from sqlite_master').get();
      await source.backup(to, {
        progress({ remainingPages }) {
          port.progress(remainingPages);
          return pagesAtOnce;
        },
      });
    } finally {
      source.close();
    }
  } catch (error) {
    throw storeError(error, from);
  }
};
