import type Database from 'better-sqlite3';
import type { LogFrames } from '#base/store/sqlite/checkpoints/thread.ts';
import type { ConcurrentUnitsOfWork } from '#base/store/units-of-work.ts';
import { takeTurns } from '#base/take-turns.ts';

/** The write-ahead log is copied into the database after so many, frames of 4 KiB. */
const longFrames = 4000;
/** SQLite copies within the commit after all, frames. */
const lastResortFrames = 4 * longFrames;

/**
 * Copies the write-ahead log into the database in a turn of its own, once a commit and its sync are over: SQLite does it
 * within the commit, which made one of 100,000 rows hold everything up for twice as long.
 */
export const withLateCheckpoints = <Schema>(
  sqlite: Database.Database,
  units: ConcurrentUnitsOfWork<Schema>,
): ConcurrentUnitsOfWork<Schema> => {
  sqlite.pragma(`wal_autocheckpoint = ${lastResortFrames}`);
  const frames = sqlite.prepare<[], LogFrames>('pragma wal_checkpoint(NOOP)');
  let isLong = false;
  let isWaiting = false;

  const look = (): void => {
    const { log, checkpointed } = frames.get() ?? { log: 0, checkpointed: 0 };
    isLong = log - checkpointed >= longFrames;
  };
  const copy = (): void => {
    if (sqlite.open) sqlite.pragma('wal_checkpoint(PASSIVE)');
  };
  const copyInTurn = async (): Promise<void> => {
    isWaiting = true;
    try {
      await takeTurns();
      await units.alone(copy);
    } catch {
      // What keeps it from being copied keeps the next commits from being made, which say so.
    } finally {
      isWaiting = false;
    }
  };

  return {
    ...units,
    async write(work) {
      const result = await units.write((tx) => {
        tx.afterCommit(look);
        return work(tx);
      });
      if (isLong && !isWaiting) void copyInTurn();
      return result;
    },
  };
};
