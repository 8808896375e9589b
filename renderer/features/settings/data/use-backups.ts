import type { Static } from 'typebox';
import type { Backup, BackupList, Restored } from '#contract/backups.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

export const useBackups = () => useApiQuery<Static<typeof BackupList>>(keys.backups, '/api/backups');

/** Of both databases. One of the local service may fail where the other one is made: answers why. */
export const useMakeBackup = () =>
  useApiMutation(
    async () => {
      await api.post<Backup>('/api/backups');
      return api.post<Backup>('/api/backups/local-service').then(
        () => ({ serviceError: undefined }),
        (error: Error) => ({ serviceError: error }),
      );
    },
    { rereads: [keys.backups] },
  );

/** Everything may have changed: reloads all. */
export const useRestoreBackup = () =>
  useApiMutation((name: string) => api.post<Restored>(`/api/backups/${encodeURIComponent(name)}/restore`), {
    onSuccess: (_, client) => client.invalidateQueries(),
    onError: (_, client) => client.invalidateQueries({ queryKey: keys.backups }),
  });
