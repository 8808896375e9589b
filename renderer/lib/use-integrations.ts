import type { CatalogueList } from '#contract/integration.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** The catalogue of integrations. It changes with a start of the host only. */
export const useIntegrations = () => useApiQuery<CatalogueList>(keys.integrations, '/api/integrations');
