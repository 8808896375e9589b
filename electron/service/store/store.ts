import type { WriteAside } from '#base/store/postgres/aside.ts';
import type { History } from '#base/store/postgres/builds.ts';
import type { ConcurrentUnitsOfWork, ReaderOf, TxOf } from '#base/store/units-of-work.ts';
import type { StoreWatch } from '#base/store/watched-units.ts';
import type { Announcement } from '#contract/stream.ts';
import type { Hinted } from './hints.ts';
import type { JointWrite } from './joint-writer.ts';
import type { ServiceSchema } from './schema.ts';
import type { Vouching } from './vouching.ts';

/** What a query function of this folder takes. */
export type Reader = ReaderOf<ServiceSchema>;
export type Tx = TxOf<ServiceSchema>;

export interface Store extends ConcurrentUnitsOfWork<ServiceSchema> {
  /** Where it is, as it may be shown. */
  readonly place: string;
  /** Undefined where a server keeps it. */
  readonly file: StoreFile | undefined;
  /** Undefined where it is a file, which one process has alone. */
  readonly server: StoreServer | undefined;
  /** Whether it takes writes, and how long units of work take. */
  readonly watch: StoreWatch;
  /**
   * As `write`, but units of work that wait at the same time share one commit, unless one fails: then all are undone
   * and each is done again by itself. Only for units that may be done again, and whose `afterCommit` changes nothing
   * in memory that others of the same commit, which run before it, look at. Units that look at nothing that the others
   * write say that they are unrelated: on a server they take fewer ways to it, and share statements.
   */
  readonly writeJointly: JointWrite<Tx>;
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

/** A store that a server keeps, and that several processes may have. */
export interface StoreServer {
  /**
   * As `write`, but beside units of work of other processes that are begun so, too: for what changes only rows that this
   * process has claimed. Nothing that `write` does happens meanwhile.
   */
  writeBeside<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  readonly writeAside: WriteAside<ServiceSchema>;
  readonly history: History;
  /**
   * What this process keeps in memory of the store. Before each unit of work it is read again if it was changed since,
   * by any process.
   */
  follow(follower: Follower): void;
  /** Reads what changed. Else it is read by the next unit of work. */
  catchUp(): Promise<void>;
  /** From now on, units of work are refused once others take this process for gone. */
  setProcess(generation: number | undefined): void;
  /** Tells the other processes that something may be due there. Cheap; may be called often. */
  hint(where: Hinted): void;
  /** Told of hints of others, and that there may have been some that did not arrive. */
  onHint(listener: (where: readonly Hinted[] | 'any') => void): void;
  /** Tells the listeners of the other processes. Cheap; may be called often. */
  tell(announcement: Announcement): void;
  /** Calls the listener with what other processes announce. */
  onTold(listener: (announcement: Announcement) => void): void;
  readonly vouching: Vouching;
  /** Says that this process is there. Answers whether others still take it so. */
  beat(generation: number): Promise<boolean>;
}

export interface Follower {
  /** Reads what it keeps. The function that is returned puts it in place, unless something newer was read meanwhile. */
  read(reader: Reader): Promise<() => void>;
  /** All rows were removed: what is under way belongs to none. */
  emptied?(): void;
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
