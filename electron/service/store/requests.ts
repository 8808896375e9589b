import { type Selectable, type SqlBool, sql } from 'kysely';
import { insertRows } from '#base/prepared.ts';
import type { RequestRow } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** The request log: written in batches, paged by key, capped. Source: `docs/reference/rules/api.md#local-additions`. */

export type StoredRequest = Selectable<RequestRow>;
export type NewRequest = Omit<StoredRequest, 'seq'>;

export const insertRequests = ({ db }: Tx, requests: readonly NewRequest[]): Promise<void> =>
  insertRows(db, 'requests', requests);

/** A literal, so that the partial index is used. */
const isDeprecated = sql<SqlBool>`deprecated = 1`;

/** Newest first, or oldest first from `after` on. @param before, after `seq` to continue below, above */
export const selectRequests = (
  { db }: Reader,
  query: {
    readonly limit: number;
    readonly before?: number | undefined;
    readonly after?: number | undefined;
    readonly deprecated?: boolean | undefined;
  },
): Promise<StoredRequest[]> => {
  const order = query.after === undefined ? 'desc' : 'asc';
  let rows = db.selectFrom('requests').selectAll().orderBy('seq', order).limit(query.limit);
  if (query.before !== undefined) rows = rows.where('seq', '<', query.before);
  if (query.after !== undefined) rows = rows.where('seq', '>', query.after);
  if (query.deprecated === true) rows = rows.where(isDeprecated);
  if (query.deprecated === false) rows = rows.where('deprecated', '=', 0);
  return rows.execute();
};

/**
 * Deletes what is older than the newest `keep` requests, at most `limit` rows. Calls of deprecated endpoints are
 * evidence: other requests never push them out, and there may be `keep` of them besides.
 * @returns how many were deleted
 */
export const trimRequests = async ({ db }: Tx, keep: number, limit: number): Promise<number> => {
  const newest = db.selectFrom('requests').select(sql<number>`max(seq) - ${keep}`.as('seq'));
  const plain = db
    .selectFrom('requests')
    .select('seq')
    .where('deprecated', '=', 0)
    .where('seq', '<=', newest)
    .orderBy('seq')
    .limit(limit);
  const firstTooMany = db
    .selectFrom('requests')
    .select('seq')
    .where(isDeprecated)
    .orderBy('seq', 'desc')
    .limit(1)
    .offset(keep);
  const evidence = db
    .selectFrom('requests')
    .select('seq')
    .where(isDeprecated)
    .where('seq', '<=', firstTooMany)
    .orderBy('seq')
    .limit(limit);
  let deleted = 0;
  for (const seqs of [plain, evidence]) {
    const { numDeletedRows } = await db
      .deleteFrom('requests')
      .where('seq', 'in', seqs)
      .executeTakeFirstOrThrow();
    deleted += Number(numDeletedRows);
  }
  return deleted;
};
