import { type QueryClient, skipToken, useQuery } from '@tanstack/react-query';
import type { Job, JobList } from '#contract/job.ts';
import { api } from './api.ts';
import { useApiMutation } from './api-queries.ts';
import { keys } from './keys.ts';

export const jobListKey = [...keys.jobs.all, 'list'];

/** What the host works on, or has since it started; the newest first. */
export const useJobs = () =>
  useQuery({
    queryKey: jobListKey,
    queryFn: ({ signal }) => api.get<JobList>('/api/jobs', { signal }),
  });

/** A job with its result, once there is one; its progress is announced. */
export const useJob = (jobId: string | undefined) =>
  useQuery({
    queryKey: keys.jobs.of(jobId ?? ''),
    queryFn: jobId === undefined ? skipToken : ({ signal }) => api.get<Job>(`/api/jobs/${jobId}`, { signal }),
  });

/** A job may have ended, and said so, before the answer of what began or cancelled it is read: it is reread. */
export const showJob = (client: QueryClient, job: Job): Promise<void> => {
  client.setQueryData(keys.jobs.of(job.id), job);
  return client.invalidateQueries({ queryKey: keys.jobs.all });
};

export const useCancelJob = () =>
  useApiMutation((jobId: string) => api.post<Job>(`/api/jobs/${jobId}/cancel`), {
    onSuccess: (job, client) => showJob(client, job),
  });
