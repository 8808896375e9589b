import { type DatabaseOptions, openDatabase } from '#base/database.ts';
import type { SchemaHistory } from '#base/schema-history.ts';
import { type ReaderOf, type TxOf, type UnitsOfWork, unitsOfWork } from '#base/units-of-work.ts';
import { backUp } from './backups.ts';
import { initial } from './migrations/0001-initial.ts';
import { tokens } from './migrations/0002-tokens.ts';
import { targetProxy } from './migrations/0003-target-proxy.ts';
import { signatures } from './migrations/0004-signatures.ts';
import type { DeskSchema } from './schema.ts';

export type Reader = ReaderOf<DeskSchema>;
export type Tx = TxOf<DeskSchema>;

export interface DeskStore extends UnitsOfWork<DeskSchema> {
  readonly path: string;
  /** Copies the database as it is now, while it is in use. */
  readonly backup: (to: string) => Promise<unknown>;
  /**
   * What was deleted is overwritten in the database at once; copies of it may still stand in the write-ahead log, and
   * this empties it.
   */
  overwriteDeleted(): void;
  close(): Promise<void>;
}

/** Append-only: a database of an earlier version is brought to this form one by one. */
export const deskMigrations = {
  '0001-initial': initial,
  '0002-tokens': tokens,
  '0003-target-proxy': targetProxy,
  '0004-signatures': signatures,
};

export const deskHistory: SchemaHistory = { file: 'desk.db', migrations: Object.keys(deskMigrations) };

/**
 * Opens `desk.db`. `synchronous=FULL`: what was answered as done survives a power cut. What is deleted is overwritten.
 * @throws CatalogueError `store.damaged`, `store.full`; Error in words about its history
 */
export const openDeskStore = async (
  path: string,
  options: Pick<DatabaseOptions, 'beforeMigration'> = {},
): Promise<DeskStore> => {
  const database = await openDatabase<DeskSchema>(
    { path, synchronous: 'FULL', secureDelete: true, ...options },
    deskMigrations,
  );
  return {
    path,
    ...unitsOfWork(database, path),
    backup: (to) => backUp(database.sqlite, to),
    overwriteDeleted: () => {
      database.sqlite.pragma('wal_checkpoint(TRUNCATE)');
    },
    close: () => database.close(),
  };
};
