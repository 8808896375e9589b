import { closeSync, fsync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { promisify } from 'node:util';
import { CatalogueError } from '#contract/errors.ts';
import type { ConcurrentUnitsOfWork } from './store/units-of-work.ts';

/**
 * Units of work that survive a power cut once `write` answers, on a database with `synchronous=NORMAL`: its write-ahead
 * log is synced after the commit, as `FULL` does, but the thread does not wait for the disk, and all that was committed
 * meanwhile shares one sync. What `afterCommit` announces comes before it.
 * @param path of the database, which is open: its log exists
 * @param toDisk syncs a file
 * @throws CatalogueError `store.full`, `store.failing` from `write`, beside what `units` throws
 */
export const syncedUnits = <Schema>(
  units: ConcurrentUnitsOfWork<Schema>,
  path: string,
  toDisk: (file: number) => Promise<void> = promisify(fsync),
): { readonly units: ConcurrentUnitsOfWork<Schema>; close(): Promise<void> } => {
  // Some systems sync only what may be written. No lock is on the log, so that closing it drops none.
  const log = openSync(`${path}-wal`, 'r+');
  let underWay: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let closed: Promise<void> | undefined;
  /** What is to be told of commits whose sync is not over, in their order. */
  let untold: (() => void)[] = [];

  const syncAndTell = async (): Promise<void> => {
    const committed = untold.length;
    await toDisk(log);
    const told = untold.slice(0, committed);
    untold = untold.slice(committed);
    for (const announce of told) announce();
  };

  /** One that is under way may have begun before the commit: only the next one is sure to hold it. */
  const sync = (): Promise<void> => {
    next ??= (underWay ?? Promise.resolve())
      .catch(() => {})
      .then(() => {
        underWay = syncAndTell();
        next = undefined;
        return underWay;
      });
    return next;
  };

  return {
    units: {
      ...units,
      async write(work) {
        const result = await units.write((tx) =>
          work({ ...tx, afterSync: (announce) => tx.afterCommit(() => void untold.push(announce)) }),
        );
        try {
          await sync();
        } catch (error) {
          throw syncError(error as NodeJS.ErrnoException, path);
        }
        return result;
      },
    },
    /** After the syncs that are wanted. Before the database is closed, which removes its log. */
    close() {
      closed ??= (next ?? underWay ?? Promise.resolve()).catch(() => {}).then(() => closeSync(log));
      return closed;
    },
  };
};

const syncError = (cause: NodeJS.ErrnoException, path: string): CatalogueError =>
  cause.code === 'ENOSPC' || cause.code === 'EDQUOT'
    ? new CatalogueError('store.full', {}, [], { cause })
    : new CatalogueError('store.failing', { file: basename(path), problem: `fsync ${cause.code}` }, [], {
        cause,
      });
