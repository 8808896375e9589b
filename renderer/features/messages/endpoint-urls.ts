import { useCallback } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useEndpoints } from '#renderer/lib/lists.ts';

const byId = ({ results }: { results: EndpointDetail[] }): ReadonlyMap<string, string> =>
  new Map(results.map(({ id, url }) => [id, url]));

/** Where an endpoint is; its id, if it was deleted. The same function for as long as no endpoint changes. */
export const useEndpointUrl = (): ((webhookId: string) => string) => {
  const { data } = useEndpoints(byId);
  return useCallback((webhookId) => data?.get(webhookId) ?? `deleted (${webhookId.slice(0, 8)})`, [data]);
};
