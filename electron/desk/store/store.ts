import type { UnitsOfWork } from '#base/store/units-of-work.ts';
import type { StoreWatch } from '#base/store/watched-units.ts';
import type { TableNote } from '#contract/journal.ts';
import type { DeskLease } from './desk-process.ts';
import type { Reader, Tx } from './reader.ts';
import type { RowSeals } from './row-seals.ts';
import type { SealKeys } from './row-sums.ts';
import type { DeskSchema } from './schema.ts';

export type { Reader, Tx };

export interface DeskStore extends UnitsOfWork<DeskSchema> {
  /** Where it is, as it may be shown. */
  readonly place: string;
  /** Undefined where a server keeps it. */
  readonly file: DeskFile | undefined;
  /** That this process has it, where a server keeps it. */
  readonly lease?: DeskLease;
  /** Whether it takes writes, and how long units of work take. */
  readonly watch: StoreWatch;
  /**
   * What was deleted is overwritten in the database at once; copies of it may still be in the write-ahead log, and
   * this empties it. A server does both in its own time. @throws CatalogueError `store.logInUse`
   */
  overwriteDeleted(): Promise<void>;
  /**
   * From here on, rows that no chain holds are sealed as they are written.
   * @param settle told of tables that a unit of work changed, before it is committed
   */
  sealRows(keys: SealKeys, settle: Settle): RowSeals;
  /** One state of the database, on a connection of its own, whatever is read and written meanwhile. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type Settle = (tx: Tx, notes: readonly TableNote[]) => Promise<void>;

/** A store that is a file of the data folder. */
export interface DeskFile {
  readonly path: string;
  /** Copies the database as it is now, while it is in use. */
  backup(to: string): Promise<unknown>;
}
