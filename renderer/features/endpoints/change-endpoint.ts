import type { EndpointDetail, EndpointPatch } from '#contract/endpoint.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { endpointPath } from './queries.ts';

/** Enables or disables an endpoint, or changes its rate limit or channels. */
export const useChangeEndpoint = (webhookId: string) =>
  useApiMutation((patch: EndpointPatch) => api.patch<EndpointDetail>(endpointPath(webhookId), patch), {
    onSuccess: (changed, client) => {
      client.setQueryData([...keys.endpoints.of(webhookId), 'view'], changed);
      void client.invalidateQueries({ queryKey: [...keys.endpoints.all, 'list'] });
    },
  });
