import type { ConcurrentUnitsOfWork, ReaderOf, TxOf } from '#base/store/units-of-work.ts';
import type { StoreWatch } from '#base/store/watched-units.ts';
import type { ServiceSchema } from './schema.ts';

/** What a query function of this folder takes. */
export type Reader = ReaderOf<ServiceSchema>;
export type Tx = TxOf<ServiceSchema>;

export interface Store extends ConcurrentUnitsOfWork<ServiceSchema> {
  /** Where it is, as it may be shown. */
  readonly place: string;
  /** Undefined where a server keeps it. */
  readonly file: StoreFile | undefined;
  /** Whether it takes writes, and how long units of work take. */
  readonly watch: StoreWatch;
  /**
   * As `write`, but units of work that wait at the same time share one commit, unless one fails: then all are undone
   * and each is done again by itself. Only for units that may be done again, and whose `afterCommit` changes nothing
   * in memory that others of the same commit, which run before it, look at.
   */
  writeJointly<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Rewrites the database without what was deleted, also by versions that did not overwrite it, and empties the
   * write-ahead log. Everybody waits meanwhile: for after a reset, or once. A server does this itself, in its own time.
   * @throws CatalogueError `store.logInUse`
   */
  writeAnew(): Promise<void>;
  /**
   * Empties the write-ahead log: what was deleted is overwritten in the database, but may still stand there.
   * @throws CatalogueError `store.logInUse`
   */
  overwriteDeleted(): Promise<void>;
  /** Whether each commit waits for the disk: then what was answered as done survives a power cut. On a server each does. */
  setDurable(durable: boolean): Promise<void>;
  close(): Promise<void>;
}

/** A store that is a file of the data folder. */
export interface StoreFile {
  readonly path: string;
  /**
   * As `writeAnew`, in a thread of its own: whoever writes waits meanwhile, reads go on. From then on the file can
   * shrink a little at a time.
   * @throws CatalogueError `store.full`, `store.damaged`, `reading.failed`; nothing is changed then
   */
  rewrite(): Promise<void>;
  /** How large the file is, and what of it is free. Cheap. */
  space(): Promise<FileSpace>;
  /** Gives up to so many free pages back to the disk. Answers the time that it took of the thread, ms. */
  giveBack(pages: number): Promise<number>;
}

export interface FileSpace {
  readonly pageBytes: number;
  readonly pages: number;
  readonly freePages: number;
  /** Free pages can be given back a little at a time. */
  readonly shrinks: boolean;
}
