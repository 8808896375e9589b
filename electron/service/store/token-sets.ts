import type { Selectable } from 'kysely';
import { insertRows } from '#base/store/bulk.ts';
import { prepared } from '#base/store/prepared.ts';
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

const selectNextIssued = prepared<
  ServiceSchema,
  { platform_key: string; after: number },
  { issued_at: number }
>((db, value) =>
  db
    .selectFrom('token_sets')
    .select('issued_at')
    .where('platform_key', '=', value('platform_key'))
    .where('issued_at', '>', value('after'))
    .orderBy('issued_at')
    .limit(1),
);
const countIssuedAt = prepared<ServiceSchema, { platform_key: string; issued_at: number }, { count: number }>(
  (db, value) =>
    db
      .selectFrom('token_sets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('platform_key', '=', value('platform_key'))
      .where('issued_at', '=', value('issued_at')),
);

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
  const firsts: { platformKey: string; ms: number; at: number }[] = [];
  for (const { platformKey, ms } of lifetimes) {
    const issued = await selectNextIssued.first(db, { platform_key: platformKey, after: now - ms });
    if (issued !== undefined) firsts.push({ platformKey, ms, at: issued.issued_at + ms });
  }
  if (firsts.length === 0) return undefined;
  const at = Math.min(...firsts.map((first) => first.at));
  let count = 0;
  for (const { platformKey, ms, at: its } of firsts) {
    if (its !== at) continue;
    const issued = await countIssuedAt.first(db, { platform_key: platformKey, issued_at: at - ms });
    count += issued?.count ?? 0;
  }
  return { at, count };
};
