import type { HeaderView } from '#contract/endpoint.ts';
import type { HeaderSetupRequest } from '#contract/header-setup.ts';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

interface Headers {
  readonly headers: readonly HeaderView[];
}

/** Sets or removes some custom headers. `gcTime`: the request, which holds secrets, does not stay in the page. */
export const useChangeHeaders = (webhookId: string) =>
  useApiMutation(
    (request: HeaderSetupRequest) => api.patch<Headers>(`${endpointPath(webhookId)}/headers`, request),
    { rereads: [keys.endpoints.of(webhookId)], isSecret: true },
  );

/** One value in full, for the component that shows it. */
export const revealHeader = async (webhookId: string, name: string): Promise<string> => {
  const { headers } = await api.get<Headers>(`${endpointPath(webhookId)}/headers`, {
    query: { reveal: true },
  });
  const found = headers.find((header) => header.name === name);
  if (found === undefined) throw new Error(`Header ${name} no longer exists.`);
  return found.value;
};
