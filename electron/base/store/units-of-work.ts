import type { Kysely } from 'kysely';

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
  /**
   * As `afterCommit`, but in its order once what was committed survives a power cut, if `write` answers only then; for
   * what is told outside the database and must never be ahead of it. If the log can't be synced it waits for the next
   * time that it can.
   */
  afterSync(work: () => void): void;
}

export interface UnitsOfWork<Schema> {
  /** Only store calls are awaited inside `work`, never HTTP: everything else waits for it meanwhile. */
  write<T>(work: (tx: TxOf<Schema>) => Promise<T>): Promise<T>;
  /**
   * Several queries that see one state: what was committed before the first of them. Where reads have a connection of
   * their own, units of work may be committed meanwhile.
   */
  read<T>(work: (reader: ReaderOf<Schema>) => Promise<T>): Promise<T>;
}

/** For a database whose reads do not wait for what is written. */
export interface ConcurrentUnitsOfWork<Schema> extends UnitsOfWork<Schema> {
  /**
   * As `read`, but nothing is committed before it has ended and what was read is kept: for what stays in memory and
   * changes with the table.
   */
  readInTurn<T>(work: (reader: ReaderOf<Schema>) => Promise<T>): Promise<T>;
  /** Nothing reads or writes meanwhile. */
  alone(work: () => void): Promise<void>;
}
