import type { CatalogueIntegration, Integration } from '#contract/integration.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { listIntegrations } from '#service/store/integrations.ts';
import type { Catalogue } from './catalogue.ts';
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

/** A picture inside its own address: no logo of a third party is shipped or fetched. */
const logoOf = (name: string): string => {
  const initial = (/[A-Za-z0-9]/.exec(name)?.[0] ?? '?').toUpperCase();
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#1d4ed8"/><text x="32" y="43" font-family="sans-serif" font-size="32" text-anchor="middle" fill="#fff">${initial}</text></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(picture).toString('base64')}`;
};
