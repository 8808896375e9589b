import type { Target, TargetPatch, TargetRequest, TargetTest } from '#contract/target.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

export type TargetChange =
  | { readonly add: TargetRequest }
  | { readonly id: string; readonly change: TargetPatch };

/** Requests hold a key: not cached. */
export const useSaveTarget = () =>
  useApiMutation(
    (change: TargetChange): Promise<Target> =>
      'add' in change
        ? api.post('/api/targets', change.add)
        : api.patch(`/api/targets/${change.id}`, change.change),
    { rereads: [keys.targets], isSecret: true },
  );

export const useRemoveTarget = () =>
  useApiMutation((id: string) => api.delete<void>(`/api/targets/${id}`), { rereads: [keys.targets] });

/** Read-only; the alerts endpoints are never called. */
export const useTestTarget = () =>
  useApiMutation((id: string) => api.post<TargetTest>(`/api/targets/${id}/test`));
