import { type Static, Type } from 'typebox';
import { Closed, OneOf, UtcDate, Uuid } from './common.ts';
import { dataTypes } from './data-types.ts';

/** Sync settings by data type, as on the wire. Source: `docs/reference/rules/data.md#sync-settings`. */

/** A year of hours, and a hundred years of months. */
const most = { hours: 8784, order: 1_000_000, months: 1200 } as const;

const months = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: most.months, description }));

const setting = {
  dataType: OneOf(dataTypes),
  fetchOnFirstLink: Type.Boolean({
    description: 'Read when a connection is linked through its link page for the first time.',
  }),
  syncSchedule: Type.Integer({
    minimum: 0,
    maximum: most.hours,
    description: 'Hours from one scheduled sync to the next; 0: never.',
  }),
  syncOrder: Type.Integer({
    minimum: 0,
    maximum: most.order,
    description: 'Data types that are read together are read in this order, lowest first.',
  }),
  syncFromUtc: Type.Optional(UtcDate),
  syncFromWindow: months('Months of data to read.'),
  monthsToSync: months('Months of data to read.'),
  isLocked: Type.Optional(Type.Boolean()),
};

const SyncSetting = Closed(setting, { title: 'SyncSetting' });
export type SyncSetting = Static<typeof SyncSetting>;

const settings = Type.Array(SyncSetting, { description: 'One for each data type, as it applies.' });
const overridesDefaults = Type.Boolean({
  description: 'Whether some of it was set here. If not, all of it is from the level above.',
});

export const ClientSyncSettings = Closed(
  { clientId: Uuid, overridesDefaults, settings },
  { title: 'ClientSyncSettings' },
);
export const CompanySyncSettings = Closed(
  { companyId: Uuid, overridesDefaults, settings },
  { title: 'CompanySyncSettings' },
);

/** What applies at one level, without whose it is. */
export interface LevelSettings {
  readonly overridesDefaults: boolean;
  readonly settings: SyncSetting[];
}

const wanted = {
  settings: Type.Optional(
    Type.Array(Type.Object(setting), {
      maxItems: dataTypes.length,
      description: 'Replaces what was set here. Data types that are left out keep what is above.',
    }),
  ),
  overridesDefaults: Type.Optional(
    Type.Boolean({ description: 'false: forgets what was set here. Left out: true.' }),
  ),
};

export const CompanySyncSettingsRequest = Type.Object(wanted, { title: 'CompanySyncSettingsRequest' });
export type CompanySyncSettingsRequest = Static<typeof CompanySyncSettingsRequest>;

export const ClientSyncSettingsRequest = Type.Object(
  {
    ...wanted,
    fetchOnFirstLink: Type.Optional(
      Type.Boolean({ description: 'Without settings: sets it for all data types, and nothing else.' }),
    ),
  },
  { title: 'ClientSyncSettingsRequest' },
);
export type ClientSyncSettingsRequest = Static<typeof ClientSyncSettingsRequest>;
