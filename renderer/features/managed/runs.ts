import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DryRun, Run, RunList, RunRequest, RunResults } from '#contract/token-runs.ts';
import { api, unconfirmedIn } from '#renderer/lib/api.ts';
import { isUnfinished, tokenKeys, tokensPath, useRuns } from '#renderer/lib/token-queries.ts';

/** Runs of the case's token migration, as far as the runbook needs them. Rehearsals are not among them. */

const runsPath = (caseId: string): string => `${tokensPath(caseId)}/runs`;
const withoutRehearsals = ({ results }: RunList): readonly Run[] =>
  results.filter(({ kind }) => kind !== 'rehearsal');

/** Newest first. */
export const useMigrationRuns = (caseId: string) => useRuns(caseId, withoutRehearsals);

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
    onSettled: () => client.invalidateQueries({ queryKey: tokenKeys.all(caseId) }),
  });
  const { error } = starting;
  const unconfirmed = unconfirmedIn(error);
  return { ...starting, unconfirmed, problem: unconfirmed === undefined ? error : undefined };
};

interface ControlRequest {
  readonly control: 'pause' | 'resume' | 'cancel';
  /** Of a resume outside the agreed window: why. */
  readonly overrideWindow?: string;
}

/** Pauses, resumes or cancels the unfinished run. */
export const useControlRun = (caseId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ control, ...request }: ControlRequest) =>
      api.post<Run>(`${runsPath(caseId)}/${control}`, request),
    // It may have come to its end by itself.
    onSettled: () => client.invalidateQueries({ queryKey: tokenKeys.all(caseId) }),
  });
};
