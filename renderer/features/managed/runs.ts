import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TokenRowCounts } from '#contract/token-rows.ts';
import type { DryRun, Run, RunRequest, RunResults } from '#contract/token-runs.ts';
import { ApiError, api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Runs of the case's token migration, as far as the runbook needs them. Rehearsals are not among them. */

const tokensKey = (caseId: string) => [...keys.cases.of(caseId), 'tokens'] as const;
const runsPath = (caseId: string): string => `/api/cases/${caseId}/tokens/runs`;

export const isUnfinished = ({ state }: Pick<Run, 'state'>): boolean =>
  state === 'running' || state === 'paused' || state === 'interrupted';

/** Newest first. */
export const useRuns = (caseId: string) =>
  useQuery({
    queryKey: [...tokensKey(caseId), 'runs'],
    queryFn: ({ signal }) => api.get<{ readonly results: readonly Run[] }>(runsPath(caseId), { signal }),
    select: ({ results }) => results.filter(({ kind }) => kind !== 'rehearsal'),
  });

/** How the companies stand on the target. */
export const useCounts = (caseId: string) =>
  useQuery({
    queryKey: [...tokensKey(caseId), 'counts'],
    queryFn: ({ signal }) => api.get<TokenRowCounts>(`/api/cases/${caseId}/tokens/counts`, { signal }),
  });

/** What a run that has ended came to, by company. */
export const useResults = (caseId: string, run: Pick<Run, 'id' | 'state'> | undefined) =>
  useQuery({
    // It never changes: not below what announcements of runs make stale.
    queryKey: ['run-results', run?.id],
    queryFn: ({ signal }) => api.get<RunResults>(`${runsPath(caseId)}/${run?.id}/results`, { signal }),
    enabled: run !== undefined && !isUnfinished(run),
  });

export const dryRun = (caseId: string, request: RunRequest) =>
  api.post<DryRun>(`${runsPath(caseId)}/dry`, request);

/** Starts a run; `unconfirmed` holds the calls that a remote target asks to have looked at first. */
export const useStartRun = (caseId: string) => {
  const client = useQueryClient();
  const starting = useMutation({
    mutationFn: (request: RunRequest) => api.post<Run>(runsPath(caseId), request),
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey(caseId) }),
  });
  const { error } = starting;
  const unconfirmed = error instanceof ApiError ? error.body?.unconfirmed : undefined;
  return { ...starting, unconfirmed, problem: unconfirmed === undefined ? error : undefined };
};

/** Pauses, resumes or cancels the unfinished run. */
export const useControlRun = (caseId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (control: 'pause' | 'resume' | 'cancel') => api.post<Run>(`${runsPath(caseId)}/${control}`),
    // It may have come to its end by itself.
    onSettled: () => client.invalidateQueries({ queryKey: tokensKey(caseId) }),
  });
};
