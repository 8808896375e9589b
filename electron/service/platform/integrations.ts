import type { CatalogueIntegration, Integration } from '#contract/integration.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { listIntegrations } from '#service/store/integrations.ts';
import type { Catalogue } from './catalogue.ts';
import { brandingOf, logoOf } from './pictures.ts';
import type { Integrations } from './platform.ts';
import { pushOptionOf } from './push/models.ts';
import { integrationIdOf, sourceIdOf } from './views.ts';

/** Integrations as on the wire. Source: `docs/reference/rules/integrations.md`. */
export const createIntegrations = ({ store }: ServiceContext, catalogue: Catalogue): Integrations => {
  const all = catalogue.all.map(toIntegration);
  const byKey = new Map(all.map((integration) => [integration.key, integration]));
  return {
    catalogue: catalogue.all,

    list: (page) =>
      store.read(async (reader) => {
        const { results, totalResults } = await listIntegrations(reader, page, all);
        return { results: results.map((key) => byKey.get(key) as Integration), totalResults };
      }),

    async show(platformKey) {
      return byKey.get(catalogue.find(platformKey).platformKey) as Integration;
    },

    async branding(platformKey) {
      const { name } = catalogue.find(platformKey);
      return brandingOf(name, sourceIdOf(platformKey));
    },
  };
};

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
