import type { Job } from '#contract/job.ts';
import type { PlayRequest, ScenarioList } from '#contract/scenarios.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { showJob, useJob, useJobs } from '#renderer/lib/jobs.ts';
import { keys } from '#renderer/lib/keys.ts';
import { readScenarioFile } from './scenario-file.ts';

export const useScenarios = () => useApiQuery<ScenarioList>(keys.scenarios, '/api/scenarios');

export interface Play {
  /** The name of one that comes with the product, or a file. */
  readonly scenario: string | File;
  readonly seed?: number;
}

export const usePlay = () =>
  useApiMutation(
    async ({ scenario, ...rest }: Play) =>
      api.post<Job>('/api/scenarios/play', {
        scenario: typeof scenario === 'string' ? scenario : await readScenarioFile(scenario),
        ...rest,
      } satisfies PlayRequest),
    { onSuccess: (job, client) => showJob(client, job) },
  );

/** The one that plays, or was played last since the host started: also before this screen was opened. */
export const useLastPlay = () => {
  const jobs = useJobs();
  const last = jobs.data?.results.find(({ kind }) => kind === 'scenario');
  return useJob(last?.id);
};
