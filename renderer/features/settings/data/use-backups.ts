import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { Backup, BackupList, Restored } from '#contract/backups.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

export const useBackups = () => useApiQuery<Static<typeof BackupList>>(keys.backups, '/api/backups');

export const useMakeBackup = () =>
  useApiMutation(() => api.post<Backup>('/api/backups'), { rereads: [keys.backups] });

/** Everything may have changed: reloads all. */
export const useRestoreBackup = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.post<Restored>(`/api/backups/${encodeURIComponent(name)}/restore`),
    onSuccess: () => client.invalidateQueries(),
    onError: () => client.invalidateQueries({ queryKey: keys.backups }),
  });
};
