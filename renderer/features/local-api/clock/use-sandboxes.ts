import type { OpenSandbox, SandboxList, SandboxOpened } from '#contract/sandboxes.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** The sandbox on system time and the one on virtual time. */
export const useSandboxes = () => useApiQuery<SandboxList>(keys.sandboxes, '/api/sandboxes');

/** Ends once the local service works on the other sandbox: everything is reread. */
export const useOpenSandbox = () =>
  useApiMutation((request: OpenSandbox) => api.post<SandboxOpened>('/api/sandboxes/open', request), {
    rereads: [[]],
  });

export const useRemoveSandbox = () =>
  useApiMutation((clock: OpenSandbox['clock']) => api.delete<void>(`/api/sandboxes/${clock}`), {
    rereads: [keys.sandboxes, keys.backups],
  });
