import { useQueryClient } from '@tanstack/react-query';
import type { JobList } from '#contract/job.ts';
import { jobListKey, useJobs } from '#renderer/lib/jobs.ts';
import { useAnnouncement } from '#renderer/lib/listeners.ts';

export type ListedJob = JobList['results'][number];

/** Checks of a case, newest first, with live progress. */
export const useChecks = (caseId: string): readonly ListedJob[] => {
  const client = useQueryClient();
  useAnnouncement('job', ({ jobId, done, total, unit, text }) => {
    client.setQueryData<JobList>(jobListKey, (list) =>
      list === undefined
        ? undefined
        : {
            results: list.results.map((job) =>
              job.id === jobId
                ? {
                    ...job,
                    progress: {
                      done,
                      unit: unit as ListedJob['progress']['unit'],
                      text,
                      ...(total === undefined ? {} : { total }),
                    },
                  }
                : job,
            ),
          },
    );
  });
  const { data } = useJobs();
  return data?.results.filter((job) => job.kind === 'check' && job.caseId === caseId) ?? [];
};
