import type { IdentityView, KeyAnswer } from '#contract/identity.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Reads the key in a pasted text. */
export const useReadKey = () =>
  useApiMutation((key: string) => api.post<KeyAnswer>('/api/identity/read', { key }));

/** Reloads the cases too, because they show signatures. */
const useIdentityChange = <Body extends object>(path: string) =>
  useApiMutation((body: Body) => api.post<IdentityView>(path, body), {
    onSuccess: (view, client) => {
      client.setQueryData(keys.identity, view);
      void client.invalidateQueries({ queryKey: keys.cases.all });
    },
  });

export const useTrust = () => useIdentityChange<{ key: string; name: string }>('/api/identity/trust');
export const useRevoke = () => useIdentityChange<{ key: string; reason: string }>('/api/identity/revoke');
