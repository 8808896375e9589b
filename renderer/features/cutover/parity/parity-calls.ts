import type { DualRunView, RehearseRequest } from '#contract/cutover.ts';
import type { Job } from '#contract/job.ts';
import type { ParityRequest } from '#contract/parity.ts';
import { cutoverKey, cutoverPath } from '#renderer/features/cutover/cutover-calls.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { showJob, useJob, useJobs } from '#renderer/lib/jobs.ts';

/** Starts a rehearsal of the frozen plan. */
export const useRehearse = (caseId: string) =>
  useApiMutation((body: RehearseRequest) => api.post<Job>(`${cutoverPath(caseId)}/rehearsal`, body), {
    onSuccess: (job, client) => showJob(client, job),
  });

/** Starts a comparison of recordings. */
export const useCompare = (caseId: string) =>
  useApiMutation((body: ParityRequest) => api.post<Job>(`${cutoverPath(caseId)}/parity`, body), {
    onSuccess: (job, client) => showJob(client, job),
  });

/** The newest rehearsal or comparison of the case: running, or ended since the host started. */
export const useComparisonJob = (caseId: string): Job | undefined => {
  const { data } = useJobs();
  const newest = data?.results.find(
    (job) => job.caseId === caseId && (job.kind === 'rehearsal' || job.kind === 'parity'),
  );
  return useJob(newest?.id).data;
};

const dualRunKey = (caseId: string) => [...cutoverKey(caseId), 'dual-run'] as const;
const pairsEveryMs = 1000;

/** A dual run, reread while it is under way: pairs are not announced. */
export const useDualRun = (caseId: string) =>
  useApiQuery<DualRunView>(dualRunKey(caseId), `${cutoverPath(caseId)}/dual-run`, {
    refetchInterval: ({ state }) => (state.data?.running ? pairsEveryMs : false),
  });

/** @param act '' to start, '/stop' to end */
export const useDualRunAct = (caseId: string, act: '' | '/stop') =>
  useApiMutation(() => api.post<DualRunView>(`${cutoverPath(caseId)}/dual-run${act}`), {
    rereads: [cutoverKey(caseId)],
  });
