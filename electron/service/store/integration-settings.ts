import type { IntegrationSettingRow } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** What is set for data types of an integration. */

export type IntegrationSettingKey = Omit<IntegrationSettingRow, 'value_json'>;

/** undefined: nothing is. */
export const readIntegrationSetting = async <T>(
  { db }: Reader,
  { kind, platform_key, name }: IntegrationSettingKey,
): Promise<T | undefined> => {
  const row = await db
    .selectFrom('integration_settings')
    .select('value_json')
    .where('kind', '=', kind)
    .where('platform_key', '=', platform_key)
    .where('name', '=', name)
    .executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.value_json) as T);
};

export const writeIntegrationSetting = async (
  { db }: Tx,
  key: IntegrationSettingKey,
  value: unknown,
): Promise<void> => {
  const value_json = JSON.stringify(value);
  await db
    .insertInto('integration_settings')
    .values({ ...key, value_json })
    .onConflict((conflict) => conflict.columns(['kind', 'platform_key', 'name']).doUpdateSet({ value_json }))
    .execute();
};
