import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '#contract/sandbox.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Settings of the local service. */
export const useSettings = () => useApiQuery<Settings>(keys.settings, '/api/settings');

export const useSaveSettings = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settings: Settings) => api.put<Settings>('/api/settings', settings),
    onSuccess: (settings) => client.setQueryData(keys.settings, settings),
  });
};
