import { useCallback } from 'react';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useEndpoints } from './lists.ts';

const byId = ({ results }: { results: EndpointDetail[] }): ReadonlyMap<string, EndpointDetail> =>
  new Map(results.map((endpoint) => [endpoint.id, endpoint]));

/** @returns the URL of an endpoint by its id; the same function until an endpoint changes */
export const useEndpointUrl = (): ((webhookId: string) => string) => {
  const { data } = useEndpoints(byId);
  return useCallback(
    (webhookId) => data?.get(webhookId)?.url ?? `Deleted (${webhookId.slice(0, 8)})`,
    [data],
  );
};

/** Why nothing can be sent to an endpoint, by its id; undefined if it can, or while that is not known. */
export const useUnsendable = (): ((webhookId: string) => string | undefined) => {
  const { data } = useEndpoints(byId);
  return useCallback(
    (webhookId) => {
      if (data === undefined) return undefined;
      const endpoint = data.get(webhookId);
      if (endpoint === undefined) return 'endpoint deleted';
      return endpoint.disabled ? 'endpoint disabled' : undefined;
    },
    [data],
  );
};
