import { countLinkedCompanies } from '#service/store/connections.ts';
import type { ServiceContext } from '#service/store/context.ts';
import { nextExpiry } from '#service/store/token-sets.ts';
import { createAccessTokens } from './access-tokens.ts';
import { type Catalogue, loadCatalogue } from './catalogue.ts';
import { createCompanies } from './companies.ts';
import { createConnections } from './connections.ts';
import { createCustomData } from './custom-data.ts';
import { createData } from './data.ts';
import { createIntegrations } from './integrations.ts';
import { createLinking } from './linking.ts';
import { loadCompany } from './load-companies.ts';
import type { Platform } from './platform.ts';
import { createProducts } from './products.ts';
import { createPushEnds } from './push/push-ends.ts';
import { createPushes } from './push/pushes.ts';
import { createSchedules } from './schedules.ts';
import { seedPlatform } from './seed.ts';
import { issueTokenSets } from './simulator.ts';
import { createSyncSettings } from './sync-settings.ts';
import { createSyncs } from './syncs.ts';

/**
 * Companies, connections, data syncs and the simulated platforms behind them.
 * @param options folders; `integrations.json` in the data folder adds to the one in the resources, or replaces entries
 * @throws Error that names the file, the path in it and the problem, if the integration catalogue is bad
 */
export const createPlatform = async (
  context: ServiceContext,
  options: { readonly dataDir?: string; readonly resourcesDir: string },
): Promise<Platform> => {
  const catalogue = await loadCatalogue(options);
  const data = createData(context, catalogue);
  return {
    companies: createCompanies(context),
    connections: createConnections(context, catalogue),
    data,
    customData: createCustomData(context, catalogue),
    products: createProducts(context, data),
    accessTokens: createAccessTokens(context),
    syncSettings: createSyncSettings(context, catalogue),
    pushes: createPushes(context, catalogue),
    integrations: createIntegrations(catalogue),
    linking: createLinking(context, catalogue),
    async issueTokens({ platformKey, behaviour = 'good', count = 1 }) {
      const integration = catalogue.find(platformKey);
      return context.store.write((tx) => issueTokenSets(tx, context, integration, { behaviour, count }));
    },
    tokenExpiry: (reader, now) => nextExpiry(reader, lifetimesOf(catalogue), now),
    syncs: createSyncs(context, catalogue),
    schedules: createSchedules(context),
    pushEnds: createPushEnds(context, catalogue),
    linkedCompanies: countLinkedCompanies,
    companyIn: (reader, companyId) => loadCompany(reader, companyId, context.pages),
    seed: (tx, snapshot) => seedPlatform(tx, context, catalogue, snapshot),
  };
};

/** Of the platforms whose access tokens expire. */
const lifetimesOf = ({ all }: Catalogue) =>
  all.flatMap(({ platformKey, oauth: { accessTokenLifetimeSeconds: seconds } }) =>
    seconds === null ? [] : [{ platformKey, ms: seconds * 1000 }],
  );
