import type { ServiceContext } from '#service/store/context.ts';
import type { Tx } from '#service/store/store.ts';
import {
  hasSchedule,
  insertSchedules,
  replaceSchedules,
  type Schedule,
  schedulableConnections,
} from '#service/store/sync-schedules.ts';
import { readSetByClient, readSetByCompanies } from '#service/store/sync-settings.ts';
import type { Catalogue } from './catalogue.ts';
import { planned, type WantedType } from './sync-schedule.ts';
import {
  clientSettingOf,
  inSyncOrder,
  outweighing,
  type SettingOf,
  settingsOfCompany,
} from './sync-setting.ts';

/** Writes when connections are read by their schedules. Source: `docs/reference/rules/data.md#schedules`. */

const wantedTypes = (dataTypes: readonly string[], settingOf: SettingOf): WantedType[] =>
  inSyncOrder(
    dataTypes.filter((dataType) => settingOf(dataType).syncSchedule > 0),
    settingOf,
  ).map((dataType) => ({ dataType, hours: settingOf(dataType).syncSchedule }));

/** For a connection that has just been linked; one that was Linked before keeps its schedule. */
export const scheduleSyncs = async (
  tx: Tx,
  { clock }: Pick<ServiceContext, 'clock'>,
  { id, company_id }: { readonly id: string; readonly company_id: string },
  dataTypes: readonly string[],
): Promise<void> => {
  const wanted = wantedTypes(dataTypes, await settingsOfCompany(tx, company_id));
  if (wanted.length === 0 || (await hasSchedule(tx, id))) return;
  await insertSchedules(tx, [{ connectionId: id, types: planned(wanted, [], clock.now()) }]);
};

/** For all Linked connections of a company, or of all companies, after the settings have changed. */
export const rescheduleSyncs = async (
  tx: Tx,
  context: Pick<ServiceContext, 'clock' | 'wake'>,
  catalogue: Pick<Catalogue, 'get'>,
  companyId?: string,
): Promise<void> => {
  const ofClient = clientSettingOf(await readSetByClient(tx));
  const own = await readSetByCompanies(tx);
  const now = context.clock.now();
  const schedules: Schedule[] = [];
  for (const { id, company_id, platform_key, types: before } of await schedulableConnections(tx, companyId)) {
    const settingOf = outweighing(own.get(company_id) ?? [], ofClient);
    const types = planned(wantedTypes(catalogue.get(platform_key)?.dataTypes ?? [], settingOf), before, now);
    if (types.length > 0) schedules.push({ connectionId: id, types });
  }
  await replaceSchedules(tx, companyId, schedules);
  tx.afterCommit(() => context.wake());
};
