import type { Settings } from '#contract/sandbox.ts';
import { api } from './api.ts';
import { useApiMutation, useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** Settings of the local service. */
export const useSettings = () => useApiQuery<Settings>(keys.settings, '/api/settings');

export const useSaveSettings = () =>
  useApiMutation((settings: Settings) => api.put<Settings>('/api/settings', settings), {
    onSuccess: (settings, client) => client.setQueryData(keys.settings, settings),
  });
