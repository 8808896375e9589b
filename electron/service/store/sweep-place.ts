import { type RawBuilder, sql } from 'kysely';

/** Where a sweep over a table that has `created_at` and `seq` stands: the last row that it has looked at. */
export interface SweepPlace {
  /** ms UTC */
  readonly createdAt: number;
  readonly seq: number;
}

/** What a sweep is to look at next: rows made before `before` (ms UTC), after a place, at most `limit`. */
export interface SweepStep {
  readonly before: number;
  readonly after: SweepPlace | undefined;
  readonly limit: number;
}

/** What came of a step; without `last` the sweep is at its end. */
export interface Swept {
  readonly removed: number;
  readonly last: SweepPlace | undefined;
}

/**
 * Rows of a step, oldest first. Those of the very instant of the place are found by a part of their own: thousands may
 * be of one instant on a virtual clock, and one condition with `or` would read them all again at each step.
 */
export const rowsOfStep = <Row>(
  table: 'messages' | 'alerts',
  columns: RawBuilder<unknown>,
  { before, after, limit }: SweepStep,
): RawBuilder<Row> => {
  const later = sql`select ${columns} from ${sql.table(table)}
    where created_at > ${after?.createdAt ?? Number.MIN_SAFE_INTEGER} and created_at < ${before}
    order by created_at, seq limit ${limit}`;
  if (after === undefined) return sql<Row>`${later}`;
  return sql<Row>`select * from (select ${columns} from ${sql.table(table)}
      where created_at = ${after.createdAt} and created_at < ${before} and seq > ${after.seq}
      order by seq limit ${limit}) as together
    union all select * from (${later}) as later limit ${limit}`;
};

/** @param rows those that were looked at, in order */
export const sweptOf = (
  rows: readonly { readonly created_at: number; readonly seq: number }[],
  { limit }: SweepStep,
  removed: number,
): Swept => {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return { removed, last: last && { createdAt: last.created_at, seq: last.seq } };
};
