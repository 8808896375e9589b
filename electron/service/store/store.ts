import { statSync } from 'node:fs';
import { type OpenDatabase, openDatabase } from '#base/database.ts';
import type { SchemaHistory } from '#base/schema-history.ts';
import { type ReaderOf, type TxOf, type UnitsOfWork, unitsOfWork } from '#base/units-of-work.ts';
import { createJointWriter } from './joint-writer.ts';
import { initial } from './migrations/0001-initial.ts';
import { requestUserAgent } from './migrations/0002-request-user-agent.ts';
import { testDeliveries } from './migrations/0003-test-deliveries.ts';
import type { ServiceSchema } from './schema.ts';

/** What a query function of this folder takes. */
export type Reader = ReaderOf<ServiceSchema>;
export type Tx = TxOf<ServiceSchema>;

export interface Store extends UnitsOfWork<ServiceSchema> {
  readonly path: string;
  /**
   * As `write`, but units of work that wait at the same time share one commit, unless one fails: then all are undone
   * and each is done again by itself. Only for units that may be done again, and whose `afterCommit` changes nothing
   * in memory that others of the same commit, which run before it, look at.
   */
  writeJointly<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Rewrites the database without what was deleted, also by versions that did not overwrite it, and empties the
   * write-ahead log. Everybody waits meanwhile: for after a reset, or once.
   */
  writeAnew(): Promise<void>;
  /** Empties the write-ahead log: what was deleted is overwritten in the database, but may still stand there. */
  overwriteDeleted(): Promise<void>;
  close(): Promise<void>;
}

const migrations = {
  '0001-initial': initial,
  '0002-request-user-agent': requestUserAgent,
  '0003-test-deliveries': testDeliveries,
};

export const serviceHistory: SchemaHistory = { file: 'service.db', migrations: Object.keys(migrations) };

/**
 * Opens `service.db`. `synchronous=NORMAL`: a killed process loses nothing; a power cut may lose the last commits of
 * the sandbox, which is accepted for its speed.
 * What is deleted is overwritten: it holds what consumers answered, and sealed secrets.
 * @throws CatalogueError `store.damaged`, `store.full`
 */
export const openStore = async (path: string): Promise<Store> => {
  const database = await openDatabase<ServiceSchema>(
    { path, synchronous: 'NORMAL', secureDelete: true },
    migrations,
  );
  overwriteOnce(database, path);
  const units = unitsOfWork(database, path);
  const truncate = (): void => {
    database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  };
  return {
    path,
    ...units,
    writeJointly: createJointWriter(units.write),
    // As a read: nothing else is under way on the one connection then.
    writeAnew: () =>
      units.read(async () => {
        writeAnew(database);
      }),
    overwriteDeleted: () => units.read(async () => truncate()),
    close: () => database.close(),
  };
};

/** Says in the file that nothing was ever deleted from it without being overwritten. */
const overwritten = 1;
/** A larger file is rewritten at its next reset, as that would delay the start, bytes. */
const writtenAnewBytes = 128 * 1024 * 1024;

/** Versions before this one left what they deleted in the free parts of the file. */
const overwriteOnce = (database: OpenDatabase<ServiceSchema>, path: string): void => {
  if (database.sqlite.pragma('user_version', { simple: true }) === overwritten) return;
  if (statSync(path).size > writtenAnewBytes) return;
  writeAnew(database);
};

const writeAnew = ({ sqlite }: OpenDatabase<ServiceSchema>): void => {
  sqlite.exec('VACUUM');
  sqlite.pragma(`user_version = ${overwritten}`);
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
};
