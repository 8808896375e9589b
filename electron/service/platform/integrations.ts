import type { CatalogueIntegration, Integration } from '#contract/integration.ts';
import { pageOfRows, type RowField } from '#service/store/rows-page.ts';
import type { Catalogue } from './catalogue.ts';
import { brandingOf, logoOf } from './pictures.ts';
import type { Integrations } from './platform.ts';
import { pushOptionOf } from './push/models.ts';
import { integrationIdOf, sourceIdOf } from './views.ts';

/** Integrations as on the wire. Source: `docs/reference/rules/integrations.md`. */
export const createIntegrations = (catalogue: Catalogue): Integrations => {
  const all = catalogue.all.map(toIntegration);
  const byKey = new Map(all.map((integration) => [integration.key, integration]));
  return {
    catalogue: catalogue.all,

    list: async (page) => pageOfRows(all, page, fields),

    async show(platformKey) {
      return byKey.get(catalogue.find(platformKey).platformKey) as Integration;
    },

    async branding(platformKey) {
      const { name } = catalogue.find(platformKey);
      return brandingOf(name, sourceIdOf(platformKey));
    },
  };
};

const fieldTypes = {
  key: 'text',
  name: 'text',
  logoUrl: 'text',
  enabled: 'boolean',
  sourceId: 'text',
  sourceType: 'text',
  integrationId: 'text',
  isOfflineConnector: 'boolean',
  isBeta: 'boolean',
  dataProvidedBy: 'text',
} as const satisfies Partial<Record<keyof Integration, RowField<Integration>['type']>>;

const fields = Object.fromEntries(
  (Object.keys(fieldTypes) as (keyof typeof fieldTypes)[]).map((name): [string, RowField<Integration>] => [
    name,
    { type: fieldTypes[name], of: (row) => comparable(row[name]) },
  ]),
);

const comparable = (value: string | boolean | undefined): string | number | null =>
  typeof value === 'boolean' ? Number(value) : (value ?? null);

const toIntegration = (entry: CatalogueIntegration): Integration => ({
  key: entry.platformKey,
  logoUrl: logoOf(entry.name),
  name: entry.name,
  enabled: entry.enabled,
  sourceId: sourceIdOf(entry.platformKey),
  sourceType: entry.sourceType,
  integrationId: integrationIdOf(entry.platformKey),
  isOfflineConnector: entry.isOfflineConnector,
  isBeta: entry.isBeta,
  dataProvidedBy: entry.dataProvidedBy ?? entry.name,
  datatypeFeatures: entry.dataTypes.map((dataType) => ({
    dataType,
    supportedFeatures: featuresOf(dataType).map((featureType) => ({ featureType, featureState: 'Release' })),
  })),
});

const featuresOf = (dataType: string): readonly string[] =>
  pushOptionOf(dataType) === undefined ? ['Get'] : ['Get', 'Create', 'Update', 'Delete'];
