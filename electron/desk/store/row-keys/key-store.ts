/**
 * The keys of token rows. The database has what is sealed under them, and never a key: no copy of the database is
 * enough to open a row, and a key that was destroyed opens no copy. Source: `docs/reference/security-model.md`.
 */

/** Which key a row was sealed with. Each time that a row is sealed it gets another one. */
export interface KeyRef {
  /** The set that it is in: each runner has its own, with the same vault or another. */
  readonly set: string;
  readonly id: Buffer;
}

/**
 * Why there is no key: its set is in no folder of this runner; the set is here and does not have it; what is there is
 * damaged; or it was sealed under a data key that is not this one.
 */
export type KeyProblem = 'elsewhere' | 'missing' | 'damaged' | 'otherDataKey';

/** A key as it is listed. */
export interface KeptKey {
  readonly id: Buffer;
  /** Of the unit of work that it was put for; 0 where it is not whole. */
  readonly turn: number;
  readonly isWhole: boolean;
}

export interface KeySetState {
  /** Whether this data key opens its keys. */
  readonly isOurs: boolean;
  /** The last turn of which it was said that it was committed; a process that dies may not come to say it. */
  readonly committed: number;
}

export interface KeyStore {
  /** The folder, as it may be shown. */
  readonly place: string;
  /** Those of the sets asked for that are here. */
  readonly sets: ReadonlyMap<string, KeySetState>;
  /** Makes an empty set. @returns its name */
  begin(): Promise<string>;
  /**
   * Puts 32 bytes each, on the disk when it resolves.
   * @param turn of the unit of work that will write what is sealed under them
   * @throws CatalogueError `rowKeys.unusable`, `rowKeys.command`, `rowKeys.commandNeeded`
   */
  put(set: string, turn: number, keys: readonly Buffer[]): Promise<KeyRef[]>;
  /** The rows of a turn are committed. */
  commit(set: string, turn: number): void;
  /** In the order of `refs`. @throws as `put`: what can't be read now is not missing */
  get(refs: readonly KeyRef[]): Promise<(Buffer | KeyProblem)[]>;
  /** Overwritten, on the disk when it resolves. @returns those whose set is not here */
  destroy(refs: readonly KeyRef[]): Promise<KeyRef[]>;
  list(set: string): Iterable<KeptKey>;
  /** Removes an empty set. */
  drop(set: string): Promise<void>;
  close(): Promise<void>;
}

/** What wraps the key that keys of rows are sealed under besides the data key. */
export interface KeyWrapping {
  /** @returns text that is kept @throws CatalogueError `rowKeys.command` */
  wrap(key: Buffer): Promise<string>;
  /** @throws CatalogueError `rowKeys.command` */
  unwrap(wrapped: string): Promise<Buffer>;
  /** To be thrown where what it unwrapped is not what was wrapped. */
  otherKey(): Error;
}
