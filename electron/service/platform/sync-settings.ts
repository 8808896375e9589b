import { dataTypes } from '#contract/data-types.ts';
import { invalid, type ValidationItem } from '#contract/errors.ts';
import type {
  ClientSyncSettingsRequest,
  CompanySyncSettingsRequest,
  LevelSettings,
  SyncSetting,
} from '#contract/sync-settings.ts';
import type { ServiceContext } from '#service/store/context.ts';
import {
  readSetByClient,
  readSetByCompany,
  type SetByClient,
  writeSetByClient,
  writeSetByCompany,
} from '#service/store/sync-settings.ts';
import type { Catalogue } from './catalogue.ts';
import { requireCompany } from './load-companies.ts';
import type { SyncSettings } from './platform.ts';
import { rescheduleSyncs } from './schedule-syncs.ts';
import { clientSettingOf, type SettingOf, settingsOfCompany } from './sync-setting.ts';

/**
 * Sync settings by data type: the service's defaults, the client's, and a company's own, which outweigh the client's.
 * Source: `docs/reference/rules/data.md#sync-settings`.
 */
export const createSyncSettings = (context: ServiceContext, catalogue: Catalogue): SyncSettings => ({
  ofClient: () =>
    context.store.read(async (reader) => {
      const set = await readSetByClient(reader);
      return level(Object.keys(set).length > 0, clientSettingOf(set));
    }),

  setOfClient: (request) =>
    context.store.write(async (tx) => {
      await writeSetByClient(tx, wantedByClient(request, await readSetByClient(tx)));
      await rescheduleSyncs(tx, context, catalogue);
    }),

  ofCompany: (companyId) =>
    context.store.read(async (reader) => {
      await requireCompany(reader, companyId);
      const own = await readSetByCompany(reader, companyId);
      return level(own !== undefined, await settingsOfCompany(reader, companyId));
    }),

  setOfCompany: (companyId, request) =>
    context.store.write(async (tx) => {
      await requireCompany(tx, companyId);
      await writeSetByCompany(tx, companyId, wantedSettings(request));
      await rescheduleSyncs(tx, context, catalogue, companyId);
    }),
});

const level = (overridesDefaults: boolean, settingOf: SettingOf): LevelSettings => ({
  overridesDefaults,
  settings: dataTypes.map(settingOf),
});

const wantedByClient = (request: ClientSyncSettingsRequest, before: SetByClient): SetByClient => {
  const { fetchOnFirstLink, settings, overridesDefaults } = request;
  if (fetchOnFirstLink === undefined) {
    const wanted = wantedSettings(request);
    return wanted === undefined ? {} : { settings: wanted };
  }
  if (settings !== undefined || overridesDefaults !== undefined) throw invalid(notBoth);
  const changed = before.settings?.map((setting) => ({ ...setting, fetchOnFirstLink }));
  return { fetchOnFirstLink, ...(changed !== undefined && { settings: changed }) };
};

/** undefined: nothing is set here. */
const wantedSettings = ({
  settings,
  overridesDefaults = true,
}: CompanySyncSettingsRequest): SyncSetting[] | undefined => {
  if (!overridesDefaults) return undefined;
  if (settings === undefined) throw invalid(missing);
  const seen = new Set<string>();
  const repeated: ValidationItem[] = [];
  for (const [n, { dataType }] of settings.entries()) {
    if (seen.has(dataType)) repeated.push(twice(n, dataType));
    seen.add(dataType);
  }
  if (repeated.length > 0) throw invalid(...repeated);
  return settings.map(asSet);
};

/** Without what is no part of it. */
const asSet = (setting: SyncSetting): SyncSetting => {
  const { dataType, fetchOnFirstLink, syncSchedule, syncOrder } = setting;
  const { syncFromUtc, syncFromWindow, monthsToSync, isLocked } = setting;
  return {
    dataType,
    fetchOnFirstLink,
    syncSchedule,
    syncOrder,
    ...(syncFromUtc !== undefined && { syncFromUtc }),
    ...(syncFromWindow !== undefined && { syncFromWindow }),
    ...(monthsToSync !== undefined && { monthsToSync }),
    ...(isLocked !== undefined && { isLocked }),
  };
};

const notBoth: ValidationItem = {
  itemId: 'fetchOnFirstLink',
  message:
    'fetchOnFirstLink sets all data types, and goes with nothing else. Leave it out, and set it for each data type in settings.',
  validatorName: 'exclusive',
};
const missing: ValidationItem = {
  itemId: 'settings',
  message: 'settings is required, unless overridesDefaults is false.',
  validatorName: 'required',
};
const twice = (n: number, dataType: string): ValidationItem => ({
  itemId: `settings.${n}.dataType`,
  message: `The data type ${dataType} occurs twice in settings.`,
  validatorName: 'unique',
});
