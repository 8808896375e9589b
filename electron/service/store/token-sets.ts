import { type Selectable, sql } from 'kysely';
import { insertRows, prepared } from '#base/prepared.ts';
import type { ServiceSchema, TokenSetRow } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Token sets that the simulator issued, without the tokens. Source: `docs/reference/rules/integrations.md#simulated-platforms`. */

export type StoredTokenSet = Selectable<TokenSetRow>;

const selectByHash = prepared<ServiceSchema, { platform_key: string; token_hash: string }, { id: string }>(
  (db, value) =>
    db
      .selectFrom('token_sets')
      .select('id')
      .where('token_hash', '=', value('token_hash'))
      .where('platform_key', '=', value('platform_key')),
);
export const insertTokenSets = ({ db }: Tx, sets: readonly Omit<StoredTokenSet, 'seq'>[]): Promise<void> =>
  insertRows(db, 'token_sets', sets);

/** The set that a token belongs to; undefined if the simulator never issued it for that platform. */
export const findTokenSetId = async (
  { db }: Reader,
  platformKey: string,
  tokenHash: string,
): Promise<string | undefined> =>
  (await selectByHash.first(db, { platform_key: platformKey, token_hash: tokenHash }))?.id;

/**
 * The next instant at which access tokens that were issued run out, and of how many sets; undefined if none will.
 * @param lifetimes ms, by platform key; a platform without one issues tokens that never expire
 * @param now ms UTC
 */
export const nextExpiry = async (
  { db }: Reader,
  lifetimes: readonly { readonly platformKey: string; readonly ms: number }[],
  now: number,
): Promise<{ at: number; count: number } | undefined> => {
  if (lifetimes.length === 0) return undefined;
  const rows = lifetimes.map(({ platformKey, ms }) => sql`(${platformKey}, ${ms})`);
  const found = await sql<{ at: number; count: number }>`
    with lifetime (platform_key, ms) as (values ${sql.join(rows)})
    select issued_at + ms as at, count(*) as count from token_sets join lifetime using (platform_key)
    where issued_at + ms > ${now} group by 1 order by 1 limit 1`.execute(db);
  return found.rows[0];
};
