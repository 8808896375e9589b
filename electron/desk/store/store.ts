import { syncedUnits } from '#base/log-sync.ts';
import { backUp } from '#base/store/sqlite/backups/backups.ts';
import { type DatabaseOptions, openDatabase } from '#base/store/sqlite/database.ts';
import { emptyLog } from '#base/store/sqlite/empty-log.ts';
import type { SchemaHistory } from '#base/store/sqlite/schema-history.ts';
import { unitsOfWork } from '#base/store/sqlite/units-of-work.ts';
import type { ReaderOf, TxOf, UnitsOfWork } from '#base/store/units-of-work.ts';
import { type StoreWatch, watchUnits } from '#base/store/watched-units.ts';
import type { TableNote } from '#contract/journal.ts';
import { withLateCheckpoints } from './late-checkpoints.ts';
import { initial } from './migrations/0001-initial.ts';
import { tokens } from './migrations/0002-tokens.ts';
import { targetProxy } from './migrations/0003-target-proxy.ts';
import { signatures } from './migrations/0004-signatures.ts';
import { rowSeals } from './migrations/0007-row-seals.ts';
import { packedAttachments } from './migrations/0008-packed-attachments.ts';
import { caseSummaries } from './migrations/0009-case-summaries.ts';
import { rowReferences } from './migrations/0010-row-references.ts';
import { watchedCases } from './migrations/0011-watched-cases.ts';
import { dataTypes } from './migrations/0012-data-types.ts';
import { createRowSeals, type RowSeals } from './row-seals.ts';
import type { SealKeys } from './row-sums.ts';
import type { DeskSchema } from './schema.ts';
import { openSnapshot, type Snapshot } from './snapshot.ts';

export type Reader = ReaderOf<DeskSchema>;
export type Tx = TxOf<DeskSchema>;

export interface DeskStore extends UnitsOfWork<DeskSchema> {
  readonly path: string;
  /** Whether it takes writes, and how long units of work take. */
  readonly watch: StoreWatch;
  /** Copies the database as it is now, while it is in use. */
  readonly backup: (to: string) => Promise<unknown>;
  /**
   * What was deleted is overwritten in the database at once; copies of it may still be in the write-ahead log, and
   * this empties it. @throws CatalogueError `store.logInUse`
   */
  overwriteDeleted(): Promise<void>;
  /**
   * From here on, rows that no chain holds are sealed as they are written.
   * @param settle told of tables that a unit of work changed, before it is committed
   */
  sealRows(keys: SealKeys, settle: (tx: Tx, notes: readonly TableNote[]) => Promise<void>): RowSeals;
  /** One state of the database, on a connection of its own. */
  snapshot(): Snapshot;
  close(): Promise<void>;
}

/** Append-only: a database of an earlier version is brought to this form one by one. */
export const deskMigrations = {
  '0001-initial': initial,
  '0002-tokens': tokens,
  '0003-target-proxy': targetProxy,
  '0004-signatures': signatures,
  '0007-row-seals': rowSeals,
  '0008-packed-attachments': packedAttachments,
  '0009-case-summaries': caseSummaries,
  '0010-row-references': rowReferences,
  '0011-watched-cases': watchedCases,
  '0012-data-types': dataTypes,
};

export const deskHistory: SchemaHistory = { file: 'desk.db', migrations: Object.keys(deskMigrations) };

/**
 * Opens `desk.db`. What was answered as done survives a power cut: the log is synced after each unit of work, beside the
 * thread. What is deleted is overwritten.
 * @throws CatalogueError `store.damaged`, `store.full`; Error in words about its history
 */
export const openDeskStore = async (
  path: string,
  options: Pick<DatabaseOptions, 'beforeMigration'> = {},
): Promise<DeskStore> => {
  const database = await openDatabase<DeskSchema>(
    { path, synchronous: 'FULL', secureDelete: true, cacheKiB: 8000, ...options },
    deskMigrations,
  );
  database.sqlite.pragma('synchronous = NORMAL');
  const synced = syncedUnits(unitsOfWork(database, path), path);
  const { units, watch } = watchUnits(withLateCheckpoints(database.sqlite, synced.units), {
    onChange: () => {},
    refuseGone: database.refuseGone,
  });
  let seals: RowSeals | undefined;
  let settle = async (_tx: Tx, _notes: readonly TableNote[]): Promise<void> => {};

  /** What triggers counted belongs to the unit of work: it is written with it, or forgotten. */
  const sealed =
    <T>(work: (tx: Tx) => Promise<T>) =>
    async (tx: Tx): Promise<T> => {
      try {
        const result = await work(tx);
        if (seals !== undefined) {
          const { notes, kept } = await seals.flush(tx);
          tx.afterCommit(kept);
          await settle(tx, notes);
        }
        return result;
      } catch (error) {
        seals?.forget();
        throw error;
      }
    };

  return {
    path,
    watch,
    read: units.read,
    write: (work) => units.write(sealed(work)),
    backup: (to) => backUp(database.sqlite, to),
    overwriteDeleted: () => emptyLog(database.sqlite, path, units.alone),
    sealRows(keys, told) {
      seals = createRowSeals(database.sqlite, keys);
      settle = told;
      return seals;
    },
    snapshot: () => openSnapshot(path),
    async close() {
      watch.stop();
      await synced.close();
      await database.close();
    },
  };
};
