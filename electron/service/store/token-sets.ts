import type { Selectable } from 'kysely';
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
