import { useQuery } from '@tanstack/react-query';
import type { Run, RunList, RunResults } from '#contract/token-runs.ts';
import { api } from '#renderer/lib/api.ts';
import { isUnfinished, tokensPath, useRuns } from '#renderer/lib/token-queries.ts';

const withoutRehearsals = ({ results }: RunList): readonly Run[] =>
  results.filter(({ kind }) => kind !== 'rehearsal');

/** Runs of the case without rehearsals, newest first. */
export const useMigrationRuns = (caseId: string) => useRuns(caseId, withoutRehearsals);

/** Results of a run that has ended, by company. */
export const useResults = (caseId: string, run: Pick<Run, 'id' | 'state'> | undefined) =>
  useQuery({
    // Never changes, so not below the keys that announcements of runs invalidate.
    queryKey: ['run-results', run?.id],
    queryFn: ({ signal }) => api.get<RunResults>(`${tokensPath(caseId)}/runs/${run?.id}/results`, { signal }),
    enabled: run !== undefined && !isUnfinished(run),
  });
