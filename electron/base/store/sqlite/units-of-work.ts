import { whileHeld } from '#base/lock.ts';
import { createNesting } from '#base/store/nesting.ts';
import type { ConcurrentUnitsOfWork, ReaderOf, TxOf } from '#base/store/units-of-work.ts';
import { CatalogueError } from '#contract/errors.ts';
import { type Connection, type OpenDatabase, storeError } from './database.ts';

/** Both throw CatalogueError `store.damaged` and `store.full`, `write` also `store.gone`, and what `work` throws. */
export const unitsOfWork = <Schema>(
  database: OpenDatabase<Schema>,
  path: string,
): ConcurrentUnitsOfWork<Schema> => {
  const { kysely, statements, reader = database } = database;
  const nesting = createNesting();

  /** Once damage has shown, nothing more is written: it could only get worse. */
  let damage: CatalogueError | undefined;

  const noted = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await nesting.inside(work);
    } catch (error) {
      const named = storeError(error, path);
      if (named instanceof CatalogueError && named.code === 'store.damaged') damage = named;
      throw named;
    }
  };

  const inTurn = async <T>({ lock }: Connection<Schema>, work: () => Promise<T>): Promise<T> => {
    nesting.refuse();
    return whileHeld(lock, () => noted(work));
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
    nesting.outside(() => {
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
