import { useQuery } from '@tanstack/react-query';
import type { CatalogueList } from '#contract/integration.ts';
import { api } from './api.ts';
import { keys } from './keys.ts';

/** The catalogue of integrations. It changes with a start of the host only. */
export const useIntegrations = () =>
  useQuery({
    queryKey: keys.integrations,
    queryFn: ({ signal }) => api.get<CatalogueList>('/api/integrations', { signal }),
  });
