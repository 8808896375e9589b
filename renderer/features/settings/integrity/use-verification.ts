import type { Job } from '#contract/job.ts';
import type { DeskCheck } from '#contract/verification.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { showJob } from '#renderer/lib/jobs.ts';

export const useVerify = () =>
  useApiMutation(() => api.post<Job>('/api/verification'), {
    onSuccess: (job, client) => showJob(client, job),
  });

export const useAccept = () =>
  useApiMutation((reason: string) => api.post<DeskCheck>('/api/verification/accept', { reason }), {
    onSuccess: (_, client) => client.invalidateQueries(),
  });
