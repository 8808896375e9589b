import type { ExampleEventRequest } from '#contract/message.ts';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

type Example =
  | { readonly to: 'endpoint'; readonly webhookId: string; readonly eventType: string }
  | { readonly to: 'all'; readonly eventType: string; readonly companyId?: string };

/** Sends a test event to one endpoint, or publishes an example event to all subscribers. */
export const useSendExample = () =>
  useApiMutation(
    (example: Example): Promise<{ messageId: string }> => {
      const { eventType } = example;
      if (example.to === 'endpoint')
        return api.post(`${endpointPath(example.webhookId)}/test`, { eventType });
      const { companyId } = example;
      const event: ExampleEventRequest = { eventType, ...(companyId === undefined ? {} : { companyId }) };
      return api.post('/api/events', event);
    },
    { rereads: [keys.messages.all] },
  );
