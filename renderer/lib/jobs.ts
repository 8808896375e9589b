import { skipToken, useQuery } from '@tanstack/react-query';
import type { Job, JobList } from '#contract/job.ts';
import { api } from './api.ts';
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
