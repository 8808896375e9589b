import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EndpointDetail } from '#contract/endpoint.ts';
import type { WebhookRequest } from '#contract/webhook.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

export interface EndpointValues {
  readonly url: string;
  readonly eventTypes: readonly string[];
  readonly companyId: string;
  readonly companyTags: readonly string[];
  readonly disabled: boolean;
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
  eventTypes: [...eventTypes],
  ...(companyId === '' ? {} : { companyId }),
  ...(companyTags.length === 0 ? {} : { companyTags: [...companyTags] }),
  ...(disabled ? { disabled } : {}),
});

/** Makes an endpoint of the local service. */
export const useCreateEndpoint = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (values: EndpointValues) => api.post<EndpointDetail>('/api/endpoints', requestOf(values)),
    onSuccess: (made) => {
      client.setQueryData([...keys.endpoints.of(made.id), 'view'], made);
      void client.invalidateQueries({ queryKey: keys.endpoints.all });
    },
  });
};
