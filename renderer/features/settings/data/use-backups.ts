import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import type { Backup, BackupList, Restored } from '#contract/backups.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

export const useBackups = () =>
  useQuery({
    queryKey: keys.backups,
    queryFn: ({ signal }) => api.get<Static<typeof BackupList>>('/api/backups', { signal }),
  });

export const useMakeBackup = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<Backup>('/api/backups'),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.backups }),
  });
};

/** Everything may have changed: reloads all. */
export const useRestoreBackup = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.post<Restored>(`/api/backups/${encodeURIComponent(name)}/restore`),
    onSuccess: () => client.invalidateQueries(),
    onError: () => client.invalidateQueries({ queryKey: keys.backups }),
  });
};
