import { useCallback } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useEndpoints } from '#renderer/lib/lists.ts';

const byId = ({ results }: { results: EndpointDetail[] }): ReadonlyMap<string, string> =>
  new Map(results.map(({ id, url }) => [id, url]));

/** @returns the URL of an endpoint by its id; the same function until an endpoint changes */
export const useEndpointUrl = (): ((webhookId: string) => string) => {
  const { data } = useEndpoints(byId);
  return useCallback((webhookId) => data?.get(webhookId) ?? `Deleted (${webhookId.slice(0, 8)})`, [data]);
};
