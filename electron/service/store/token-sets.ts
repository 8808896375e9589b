import type { Selectable } from 'kysely';
import { prepared, runBulk } from '#base/prepared.ts';
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
export const insertTokenSets = async (
  { db }: Tx,
  sets: readonly Omit<StoredTokenSet, 'seq'>[],
): Promise<void> => {
  await runBulk(
    db,
    {
      before: 'insert into token_sets (id, platform_key, behaviour, issued_at, token_hash) values',
      after: '',
      columns: 5,
    },
    sets.map((set) => [set.id, set.platform_key, set.behaviour, set.issued_at, set.token_hash]),
  );
};

/** The set that a token belongs to; undefined if the simulator never issued it for that platform. */
export const findTokenSetId = async (
  { db }: Reader,
  platformKey: string,
  tokenHash: string,
): Promise<string | undefined> => {
  const [row] = await selectByHash(db, { platform_key: platformKey, token_hash: tokenHash });
  return row?.id;
};
