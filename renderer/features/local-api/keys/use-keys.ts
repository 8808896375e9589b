import { useQuery } from '@tanstack/react-query';
import type { ApiKeyCreated } from '#contract/api-key.ts';
import type { RevealedKey, RevealedKeys } from '#contract/desk.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** The API keys, masked: each is read in clear text only on request. */
export const useKeys = () =>
  useQuery({
    queryKey: keys.keys,
    queryFn: async ({ signal }) => {
      const { results } = await api.get<RevealedKeys>('/api/keys', { query: { masked: true }, signal });
      return results;
    },
  });

/** One key in clear text. */
export const revealKey = async (id: string): Promise<string> =>
  (await api.get<RevealedKey>(`/api/keys/${id}`)).apiKey;

/** The response holds the key, so it goes with the component. */
export const useCreateKey = () =>
  useApiMutation((name: string) => api.post<ApiKeyCreated>('/api/keys', { name }), {
    rereads: [keys.keys],
    isSecret: true,
  });

export const useRemoveKey = () =>
  useApiMutation((id: string) => api.delete<void>(`/api/keys/${id}`), { rereads: [keys.keys] });
