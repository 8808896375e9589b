/** A figure at several sizes. */
export interface Growth {
  readonly what: string;
  /** How its value is measured. */
  readonly how: string;
  /** Rows, and processor time for one unit of work, ms. */
  readonly points: [rows: number, ms: number][];
  /** The work of one unit is the same at all sizes, such as a page; or it is all rows, such as an import. */
  readonly of: 'one' | 'all';
}
