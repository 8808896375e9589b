import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, type Kysely } from 'kysely';
import { CatalogueError } from '#contract/errors.ts';
import { type OpenDatabase, storeError } from './database.ts';

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
}

export interface UnitsOfWork<Schema> {
  /** Only store calls are awaited inside `work`, never HTTP: everything else waits for it meanwhile. */
  write<T>(work: (tx: TxOf<Schema>) => Promise<T>): Promise<T>;
  /** Several queries that see one state. */
  read<T>(work: (reader: ReaderOf<Schema>) => Promise<T>): Promise<T>;
}

/** Both throw CatalogueError `store.damaged` and `store.full`, and what `work` throws. */
export const unitsOfWork = <Schema>(database: OpenDatabase<Schema>, path: string): UnitsOfWork<Schema> => {
  const { kysely } = database;
  const inUnitOfWork = new AsyncLocalStorage<boolean>();

  /** Kysely holds the one connection under a mutex: a root query inside a unit of work would wait for itself. */
  const refuseNesting = (): void => {
    if (inUnitOfWork.getStore() === true) {
      throw new Error('A unit of work was started inside another one; pass the Tx on instead.');
    }
  };

  /** Once damage has shown, nothing more is written: it could only get worse. */
  let damage: CatalogueError | undefined;

  const onConnection = async <T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T> => {
    refuseNesting();
    try {
      return await kysely.connection().execute((db) => inUnitOfWork.run(true, () => work(db)));
    } catch (error) {
      const named = storeError(error, path);
      if (named instanceof CatalogueError && named.code === 'store.damaged') damage = named;
      throw named;
    }
  };

  return {
    write: (work) =>
      onConnection(async (db) => {
        if (damage !== undefined) throw damage;
        const committed: (() => void)[] = [];
        await db.executeQuery(begin);
        let result: Awaited<ReturnType<typeof work>>;
        try {
          result = await work({ db, afterCommit: (announce) => committed.push(announce) });
          await db.executeQuery(commit);
        } catch (error) {
          await db.executeQuery(rollback);
          throw error;
        }
        // Still on the connection: what is kept in memory changes in the same order as the table.
        inUnitOfWork.run(false, () => {
          for (const announce of committed) announce();
        });
        return result;
      }),
    read: (work) => onConnection((db) => work({ db })),
  };
};

const begin = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');
