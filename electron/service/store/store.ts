import { openDatabase } from '#base/database.ts';
import type { SchemaHistory } from '#base/schema-history.ts';
import { type ReaderOf, type TxOf, type UnitsOfWork, unitsOfWork } from '#base/units-of-work.ts';
import { createJointWriter } from './joint-writer.ts';
import { initial } from './migrations/0001-initial.ts';
import { requestUserAgent } from './migrations/0002-request-user-agent.ts';
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
  close(): Promise<void>;
}

const migrations = { '0001-initial': initial, '0002-request-user-agent': requestUserAgent };

export const serviceHistory: SchemaHistory = { file: 'service.db', migrations: Object.keys(migrations) };

/**
 * Opens `service.db`. `synchronous=NORMAL`: a killed process loses nothing; a power cut may lose the last commits of
 * the sandbox, which is accepted for its speed.
 * @throws CatalogueError `store.damaged`, `store.full`
 */
export const openStore = async (path: string): Promise<Store> => {
  const database = await openDatabase<ServiceSchema>({ path, synchronous: 'NORMAL' }, migrations);
  const units = unitsOfWork(database, path);
  return { path, ...units, writeJointly: createJointWriter(units.write), close: () => database.close() };
};
