import { basename } from 'node:path';
import type Database from 'better-sqlite3';
import { systemTime } from '#base/clock.ts';
import { CatalogueError } from '#contract/errors.ts';

/** Between two tries, ms. */
const pauseMs = 50;
/** Whoever waits for it is told after so long; it is tried until it is done. */
const patienceMs = 10_000;

/**
 * Empties the write-ahead log of a database, so that copies of what was deleted are not left there. That can't be while
 * anybody reads an older state, such as a copy that is being made: then it is tried again, and the thread goes on.
 * @param alone runs its work while no unit of work has begun on the connection
 * @throws CatalogueError `store.logInUse` if it takes longer than 10 s; the log is emptied later, as soon as it can be
 */
export const emptyLog = async (
  sqlite: Database.Database,
  path: string,
  alone: (work: () => void) => Promise<void>,
): Promise<void> => {
  const givesUpAt = systemTime.monotonic() + patienceMs;
  const tryOnce = async (): Promise<boolean> => {
    let isEmpty = false;
    await alone(() => {
      isEmpty = truncated(sqlite);
    });
    return isEmpty;
  };
  while (!(await tryOnce())) {
    if (systemTime.monotonic() >= givesUpAt) {
      emptyLater(sqlite, tryOnce);
      throw new CatalogueError('store.logInUse', { file: basename(path) });
    }
    await systemTime.sleep(pauseMs);
  }
};

/** A close empties it, too. */
const emptyLater = (sqlite: Database.Database, tryOnce: () => Promise<boolean>): void => {
  const again = async (): Promise<void> => {
    if (sqlite.open && !(await tryOnce())) emptyLater(sqlite, tryOnce);
  };
  systemTime.after(patienceMs, () => void again().catch(() => {}), { unref: true });
};

/** Without waiting for those who read. Answers whether it is empty. */
export const truncated = (sqlite: Database.Database): boolean => {
  const waitMs = sqlite.pragma('busy_timeout', { simple: true });
  sqlite.pragma('busy_timeout = 0');
  try {
    return sqlite.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
  } finally {
    sqlite.pragma(`busy_timeout = ${waitMs}`);
  }
};
