import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { insertRows } from '#base/store/bulk.ts';
import { contains, textList, withoutCase } from '#base/store/dialect.ts';
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

export const selectRequest = ({ db }: Reader, seq: number): Promise<StoredRequest | undefined> =>
  db.selectFrom('requests').selectAll().where('seq', '=', seq).executeTakeFirst();

/** Times in ms UTC; `until` is exclusive. */
export interface RequestFilter {
  readonly method?: string | undefined;
  /** A code, a class such as `4xx`, or `none`. */
  readonly status?: string | undefined;
  /** A whole path, or the template of a route. */
  readonly path?: string | undefined;
  readonly search?: string | undefined;
  readonly caller?: string | undefined;
  readonly apiKeyId?: string | undefined;
  readonly correlationId?: string | undefined;
  readonly sentBy?: 'runner' | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
}

/** The bounds of what there is below `before`. */
export const selectOldestSeq = async (
  { db }: Reader,
  before: number,
): Promise<{ readonly oldest: number; readonly newest: number } | undefined> => {
  // Each by the end of the key: together they would count all rows.
  const { rows } = await sql<{ oldest: number | null; newest: number | null }>`
    select (select min(seq) from requests) as oldest,
      (select max(seq) from requests where seq < ${before}) as newest`.execute(db);
  const { oldest = null, newest = null } = rows[0] ?? {};
  return oldest === null || newest === null ? undefined : { oldest, newest };
};

/** Which of some requests the log has, by the ids that they were answered with. */
export const selectLogged = async (
  { db }: Reader,
  correlationIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await db
    .selectFrom('requests')
    .select('correlation_id')
    .where('correlation_id', 'in', textList(correlationIds))
    .execute();
  return new Set(rows.map(({ correlation_id }) => correlation_id));
};

/** Of requests `from <= seq < before` those that match, newest first. */
export const selectRequestsIn = (
  { db }: Reader,
  query: {
    readonly from: number;
    readonly before: number;
    readonly limit: number;
    readonly deprecated?: boolean | undefined;
    readonly filter: RequestFilter;
  },
): Promise<StoredRequest[]> => {
  const { filter, deprecated } = query;
  let rows = db
    .selectFrom('requests')
    .selectAll()
    .where('seq', '>=', query.from)
    .where('seq', '<', query.before)
    .orderBy('seq', 'desc')
    .limit(query.limit);
  for (const condition of conditionsOf(filter)) rows = rows.where(condition);
  if (deprecated === true) rows = rows.where(isDeprecated);
  if (deprecated === false) rows = rows.where('deprecated', '=', 0);
  return rows.execute();
};

const conditionsOf = (filter: RequestFilter): RawBuilder<SqlBool>[] => {
  const conditions: RawBuilder<SqlBool>[] = [];
  const { method, path, search, caller, apiKeyId, correlationId, sentBy, since, until } = filter;
  if (method !== undefined) conditions.push(sql`method = ${method}`);
  if (filter.status !== undefined) conditions.push(statusIs(filter.status));
  if (path !== undefined) conditions.push(sql`(path = ${path} or route = ${path})`);
  if (search !== undefined) {
    conditions.push(sql`(${has(sql.ref('path'), search)} or correlation_id = ${search.toLowerCase()})`);
  }
  if (caller !== undefined) conditions.push(has(sql.ref('user_agent'), caller));
  if (apiKeyId !== undefined) conditions.push(sql`api_key_id = ${apiKeyId.toLowerCase()}`);
  if (correlationId !== undefined) conditions.push(sql`correlation_id = ${correlationId}`);
  if (sentBy !== undefined) conditions.push(sql`origin is not null`);
  if (since !== undefined) conditions.push(sql`at >= ${since}`);
  if (until !== undefined) conditions.push(sql`at < ${until}`);
  return conditions;
};

const has = (column: RawBuilder<unknown>, part: string): RawBuilder<SqlBool> =>
  contains(withoutCase(column), part.toLowerCase());

const statusIs = (status: string): RawBuilder<SqlBool> => {
  if (status === 'none') return sql`status_code = 0`;
  if (!status.endsWith('xx')) return sql`status_code = ${Number(status)}`;
  const first = Number(status[0]) * 100;
  return sql`status_code between ${first} and ${first + 99}`;
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
