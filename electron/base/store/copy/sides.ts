/**
 * A store as something that rows are copied from and to, the same for a file and for a schema on a server. Values are as
 * store functions get them.
 */

export type Value = number | string | Uint8Array | null;
export type Row = readonly Value[];

/** A table, as its database describes it. */
export interface TableShape {
  readonly name: string;
  readonly columns: readonly string[];
  /** Columns of its primary key; none: it has one row, or few. */
  readonly key: readonly string[];
  /** Tables that its rows point at. */
  readonly references: readonly string[];
}

/** How far a copy is. */
export interface Progress {
  /** What is copied, so that no other is taken for it. */
  readonly from: string;
  /** By table: the key of the last row that is there, and whether it was the last of all. */
  readonly tables: Readonly<Record<string, TableProgress>>;
}
export interface TableProgress {
  readonly after?: Row;
  readonly isWhole: boolean;
}

export interface CopySide {
  /** As it may be shown. */
  readonly place: string;
  shapes(): Promise<readonly TableShape[]>;
  /** Up to `most` rows in the order of the key, each with the values of `columns`. */
  read(table: TableShape, after: Row | undefined, most: number): Promise<Row[]>;
  close(): Promise<void>;
}

export interface CopySource extends CopySide {
  /** Tells it from any other. */
  readonly id: string;
  /** By table: the highest number that its keys have had, also those that are gone. */
  highest(): Promise<ReadonlyMap<string, number>>;
}

/** `used`: it holds data that are not of a copy. */
export type TargetState = 'empty' | 'begun' | 'used';

export interface CopyTarget extends CopySide {
  /** Before anything is changed. */
  state(): Promise<TargetState>;
  /** @throws CatalogueError `store.copyTarget` unless it is empty, or holds a part of the same copy */
  begin(from: string): Promise<Progress>;
  /** In one transaction with how far the copy is then. */
  write(table: TableShape, rows: readonly Row[], progress: Progress): Promise<void>;
  /** From then on it can be served. */
  finish(highest: ReadonlyMap<string, number>): Promise<void>;
}
