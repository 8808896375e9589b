import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, type Kysely } from 'kysely';
import { type OpenDatabase, openDatabase, storeError } from '#base/database.ts';
import { CatalogueError } from '#contract/errors.ts';
import { createJointWriter } from './joint-writer.ts';
import { initial } from './migrations/0001-initial.ts';
import type { ServiceSchema } from './schema.ts';

/** What a query function of this folder takes. */
export interface Reader {
  readonly db: Kysely<ServiceSchema>;
}

/** A unit of work: everything done through it is committed together or not at all. */
export interface Tx extends Reader {
  /**
   * Runs right after the commit, before any other unit of work begins, and not at all after a rollback.
   * It must not throw or wait.
   */
  afterCommit(work: () => void): void;
}

export interface Store {
  readonly path: string;
  /** Only store calls are awaited inside `work`, never HTTP: everything else waits for it meanwhile. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * As `write`, but units of work that wait at the same time share one commit, unless one fails: then all are undone
   * and each is done again by itself. Only for units that may be done again, and whose `afterCommit` changes nothing
   * in memory that others of the same commit, which run before it, look at.
   */
  writeJointly<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Several queries that see one state. */
  read<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const migrations = { '0001-initial': initial };

/**
 * Opens `service.db`. `synchronous=NORMAL`: a killed process loses nothing; a power cut may lose the last commits of
 * the sandbox, which is accepted for its speed.
 * @throws CatalogueError `store.damaged`, `store.full`
 */
export const openStore = async (path: string): Promise<Store> => {
  const database: OpenDatabase<ServiceSchema> = await openDatabase<ServiceSchema>(
    { path, synchronous: 'NORMAL' },
    migrations,
  );
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

  const onConnection = async <T>(work: (db: Kysely<ServiceSchema>) => Promise<T>): Promise<T> => {
    refuseNesting();
    try {
      return await kysely.connection().execute((db) => inUnitOfWork.run(true, () => work(db)));
    } catch (error) {
      const named = storeError(error, path);
      if (named instanceof CatalogueError && named.code === 'store.damaged') damage = named;
      throw named;
    }
  };

  const write: Store['write'] = (work) =>
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
    });

  return {
    path,
    write,
    writeJointly: createJointWriter(write),
    read: (work) => onConnection((db) => work({ db })),
    close: () => database.close(),
  };
};

const begin = CompiledQuery.raw('begin');
const commit = CompiledQuery.raw('commit');
const rollback = CompiledQuery.raw('rollback');
