import { prepared } from '#base/store/prepared.ts';
import type { ApiKeyRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** API keys: sealed, oldest first. Source: `docs/reference/rules/api.md#api-keys`. */

export type StoredApiKey = Omit<ApiKeyRow, 'seq'>;

const selectAll = prepared<ServiceSchema, Record<never, never>, StoredApiKey>((db) =>
  db.selectFrom('api_keys').select(['id', 'name', 'sealed_key', 'created_at']).orderBy('seq'),
);

export const selectApiKeys = ({ db }: Reader): Promise<StoredApiKey[]> => selectAll(db, {});

export const insertApiKey = async ({ db }: Tx, key: StoredApiKey): Promise<void> => {
  await db.insertInto('api_keys').values(key).execute();
};

export const deleteApiKey = async ({ db }: Tx, id: string): Promise<void> => {
  await db.deleteFrom('api_keys').where('id', '=', id).execute();
};
