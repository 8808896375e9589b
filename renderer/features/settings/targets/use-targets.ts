import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Target, TargetPatch, TargetRequest, TargetTest } from '#contract/target.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

export type TargetChange =
  | { readonly add: TargetRequest }
  | { readonly id: string; readonly change: TargetPatch };

/** Requests hold a key: not cached. */
export const useSaveTarget = () => {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (change: TargetChange): Promise<Target> =>
      'add' in change
        ? api.post('/api/targets', change.add)
        : api.patch(`/api/targets/${change.id}`, change.change),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.targets }),
  });
};

export const useRemoveTarget = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.delete<void>(`/api/targets/${id}`),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.targets }),
  });
};

/** Read-only; the alerts endpoints are never called. */
export const useTestTarget = () =>
  useMutation({ mutationFn: (id: string) => api.post<TargetTest>(`/api/targets/${id}/test`) });
