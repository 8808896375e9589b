import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Job } from '#contract/job.ts';
import type { DeskCheck } from '#contract/verification.ts';
import { api } from '#renderer/lib/api.ts';
import { showJob } from '#renderer/lib/jobs.ts';

export const useVerify = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<Job>('/api/verification'),
    onSuccess: (job) => showJob(client, job),
  });
};

export const useAccept = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => api.post<DeskCheck>('/api/verification/accept', { reason }),
    onSuccess: () => client.invalidateQueries(),
  });
};
