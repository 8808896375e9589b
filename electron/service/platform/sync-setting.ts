import type { SyncSetting } from '#contract/sync-settings.ts';
import type { Reader } from '#service/store/store.ts';
import { readSetByClient, readSetByCompany, type SetByClient } from '#service/store/sync-settings.ts';

/** Which setting applies to a data type. Source: `docs/reference/rules/data.md#sync-settings`. */
export type SettingOf = (dataType: string) => SyncSetting;

export const clientSettingOf = ({ fetchOnFirstLink = true, settings = [] }: SetByClient): SettingOf =>
  outweighing(settings, (dataType) => ({
    dataType: dataType as SyncSetting['dataType'],
    fetchOnFirstLink,
    syncSchedule: 0,
    syncOrder: 0,
  }));

/** `own`, and what it leaves out from above. */
export const outweighing = (own: readonly SyncSetting[], above: SettingOf): SettingOf => {
  const byType = new Map<string, SyncSetting>(own.map((setting) => [setting.dataType, setting]));
  return (dataType) => byType.get(dataType) ?? above(dataType);
};

/** What applies to a company. */
export const settingsOfCompany = async (reader: Reader, companyId: string): Promise<SettingOf> => {
  const ofClient = clientSettingOf(await readSetByClient(reader));
  return outweighing((await readSetByCompany(reader, companyId)) ?? [], ofClient);
};

/** In the order in which they are read. */
export const inSyncOrder = (types: readonly string[], settingOf: SettingOf): string[] =>
  types.toSorted((a, b) => settingOf(a).syncOrder - settingOf(b).syncOrder);
