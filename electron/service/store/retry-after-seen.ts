import { sql } from 'kysely';
import type { Reader } from './store.ts';

export interface StoredRetryAfter {
  readonly count: number;
  /** ms UTC; null if there is none. */
  readonly first: number | null;
  readonly last: number | null;
  /** The first of them, in order. */
  readonly urls: string[];
}

/** Logged answers of the legacy mechanism that carried `Retry-After`. @param limit of the URLs */
export const selectRetryAfter = async ({ db }: Reader, limit: number): Promise<StoredRetryAfter> => {
  const answers = db.selectFrom('alert_attempts').where('retry_after', 'is not', null);
  const { count, first, last } = await answers
    .select([
      sql<number>`count(*)`.as('count'),
      sql<number | null>`min(at)`.as('first'),
      sql<number | null>`max(at)`.as('last'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await answers
    .innerJoin('alerts', 'alerts.seq', 'alert_attempts.alert_seq')
    .select('alerts.url')
    .distinct()
    .where('alerts.url', 'is not', null)
    .orderBy('alerts.url')
    .limit(limit)
    .execute();
  return { count, first, last, urls: rows.flatMap(({ url }) => url ?? []) };
};
