import type { EndpointDetail } from '#contract/endpoint.ts';
import type { WebhookRequest } from '#contract/webhook.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

export interface EndpointValues {
  url: string;
  eventTypes: string[];
  companyId: string;
  companyTags: string[];
  disabled: boolean;
}

export const blankEndpoint: EndpointValues = {
  url: '',
  eventTypes: [],
  companyId: '',
  companyTags: [],
  disabled: false,
};

const requestOf = ({
  url,
  eventTypes,
  companyId,
  companyTags,
  disabled,
}: EndpointValues): WebhookRequest => ({
  url: url.trim(),
  eventTypes,
  ...(companyId === '' ? {} : { companyId }),
  ...(companyTags.length === 0 ? {} : { companyTags }),
  ...(disabled ? { disabled } : {}),
});

/** Creates an endpoint of the local service. */
export const useCreateEndpoint = () =>
  useApiMutation((values: EndpointValues) => api.post<EndpointDetail>('/api/endpoints', requestOf(values)), {
    onSuccess: (created, client) => {
      client.setQueryData([...keys.endpoints.of(created.id), 'view'], created);
      void client.invalidateQueries({ queryKey: keys.endpoints.all });
    },
  });
