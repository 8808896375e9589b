import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import { CatalogueError } from '#contract/errors.ts';
import { type Connection, type OpenDatabase, storeError } from './sqlite/database.ts';

/** Reading and writing a database in units of work, for both halves. Source: `docs/architecture.md#store`. */

/** What a query function of a store takes. */
export interface ReaderOf<Schema> {
  readonly db: Kysely<Schema>;
}

/** A unit of work: everything done through it is committed together or not at all. */
export interface TxOf<Schema> extends ReaderOf<Schema> {
  /**
   * Runs right after the commit, before any other unit of work begins, and not at all after a rollback.
   * It must not throw or wait.
   */
  afterCommit(work: () => void): void;
  /**
   * As `afterCommit`, but in its order once what was committed survives a power cut, if `write` answers only then; for
   * what is told outside the database and must never be ahead of it. If the log can't be synced it waits for the next
   * time that it can.
   */
  afterSync(work: () => void): void;
}

export interface UnitsOfWork<Schema> {
  /** Only store calls are awaited inside `work`, never HTTP: everything else waits for it meanwhile. */
  write<T>(work: (tx: TxOf<Schema>) => Promise<T>): Promise<T>;
  /**
   * Several queries that see one state: what was committed before the first of them. Where reads have a connection of
   * their own, units of work may be committed meanwhile.
   */
  read<T>(work: (reader: ReaderOf<Schema>) => Promise<T>): Promise<T>;
}

/** For a database whose reads do not wait for what is written. */
export interface ConcurrentUnitsOfWork<Schema> extends UnitsOfWork<Schema> {
  /**
   * As `read`, but nothing is committed before it has ended and what was read is kept: for what stays in memory and
   * changes with the table.
   */
  readInTurn<T>(work: (reader: ReaderOf<Schema>) => Promise<T>): Promise<T>;
  /** Nothing reads or writes meanwhile. */
  alone(work: () => void): Promise<void>;
}

/** Both throw CatalogueError `store.damaged` and `store.full`, `write` also `store.gone`, and what `work` throws. */
export const unitsOfWork = <Schema>(
  database: OpenDatabase<Schema>,
  path: string,
): ConcurrentUnitsOfWork<Schema> => {
  const { kysely, statements, reader = database } = database;
  const inUnitOfWork = new AsyncLocalStorage<boolean>();

  /** A connection is under a lock: a unit of work inside another one would wait for itself. */
  const refuseNesting = (): void => {
    if (inUnitOfWork.getStore() === true) {
      throw new Error('A unit of work was started inside another one; pass the Tx on instead.');
    }
  };

  /** Once damage has shown, nothing more is written: it could only get worse. */
  let damage: CatalogueError | undefined;

  const inTurn = async <T>({ lock }: Connection<Schema>, work: () => Promise<T>): Promise<T> => {
    refuseNesting();
    const turn = lock.acquire();
    if (turn !== undefined) await turn;
    try {
      return await inUnitOfWork.run(true, work);
    } catch (error) {
      const named = storeError(error, path);
      if (named instanceof CatalogueError && named.code === 'store.damaged') damage = named;
      throw named;
    } finally {
      lock.release();
    }
  };

  const commit = async <T>(work: (tx: TxOf<Schema>) => Promise<T>): Promise<T> => {
    if (damage !== undefined) throw damage;
    database.refuseGone();
    const committed: (() => void)[] = [];
    statements.run('begin');
    let result: T;
    try {
      const afterCommit = (announce: () => void): void => void committed.push(announce);
      result = await work({ db: kysely, afterCommit, afterSync: afterCommit });
      statements.run('commit');
    } catch (error) {
      statements.run('rollback');
      throw error;
    }
    // Still in turn: what is kept in memory changes in the same order as the table.
    inUnitOfWork.run(false, () => {
      for (const announce of committed) announce();
    });
    return result;
  };

  /** The state is that of the first query, until the end. */
  const ofOneState = async <T>(work: (reader: ReaderOf<Schema>) => Promise<T>): Promise<T> => {
    reader.statements.run('begin');
    try {
      return await work({ db: reader.kysely });
    } finally {
      reader.statements.run('rollback');
    }
  };

  const readInTurn = <T>(work: (reader: ReaderOf<Schema>) => Promise<T>): Promise<T> =>
    inTurn(database, () => work({ db: kysely }));

  return {
    write: (work) => inTurn(database, () => commit(work)),
    read: reader === database ? readInTurn : (work) => inTurn(reader, () => ofOneState(work)),
    readInTurn,
    alone: (work) =>
      inTurn(database, async () => {
        if (reader !== database) await reader.lock.acquire();
        try {
          work();
        } finally {
          if (reader !== database) reader.lock.release();
        }
      }),
  };
};
