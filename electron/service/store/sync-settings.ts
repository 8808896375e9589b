import { prepared } from '#base/store/prepared.ts';
import type { SyncSetting } from '#contract/sync-settings.ts';
import { type Fact, readFact, writeFact } from './facts.ts';
import type { CompanySyncSettingsRow, ServiceSchema } from './schema.ts';
import type { Reader, Tx } from './store.ts';

/** Sync settings as they were set: of the client, and of companies. */

export interface SetByClient {
  /** For data types that `settings` does not name. */
  readonly fetchOnFirstLink?: boolean;
  readonly settings?: readonly SyncSetting[];
}

/** Earlier versions kept `{ fetchOnFirstLink }` under the same name. */
const clientFact: Fact<SetByClient> = { name: 'syncSettings', fallback: {} };

export const readSetByClient = (reader: Reader): Promise<SetByClient> => readFact(reader, clientFact);
export const writeSetByClient = (tx: Tx, set: SetByClient): Promise<void> => writeFact(tx, clientFact, set);

const selectOne = prepared<ServiceSchema, { company_id: string }, CompanySyncSettingsRow>((db, value) =>
  db.selectFrom('company_sync_settings').selectAll().where('company_id', '=', value('company_id')),
);

const settingsOf = ({ settings_json }: CompanySyncSettingsRow): SyncSetting[] => JSON.parse(settings_json);

/** undefined: the company has none of its own. */
export const readSetByCompany = async (
  { db }: Reader,
  companyId: string,
): Promise<readonly SyncSetting[] | undefined> => {
  const row = await selectOne.first(db, { company_id: companyId });
  return row === undefined ? undefined : settingsOf(row);
};

/** Of every company that has some, by its id. */
export const readSetByCompanies = async ({
  db,
}: Reader): Promise<ReadonlyMap<string, readonly SyncSetting[]>> => {
  const rows = await db.selectFrom('company_sync_settings').selectAll().execute();
  return new Map(rows.map((row) => [row.company_id, settingsOf(row)]));
};

/** undefined: the company keeps none of its own. */
export const writeSetByCompany = async (
  { db }: Tx,
  companyId: string,
  settings: readonly SyncSetting[] | undefined,
): Promise<void> => {
  await db.deleteFrom('company_sync_settings').where('company_id', '=', companyId).execute();
  if (settings === undefined) return;
  const row = { company_id: companyId, settings_json: JSON.stringify(settings) };
  await db.insertInto('company_sync_settings').values(row).execute();
};
