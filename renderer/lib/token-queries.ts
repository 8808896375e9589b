import { useQuery } from '@tanstack/react-query';
import type { TokenRowCounts } from '#contract/token-rows.ts';
import type { Run, RunList } from '#contract/token-runs.ts';
import { api } from './api.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** What is read of a case's token migration. Announcements of a run make everything below `all` stale. */

export const tokenKeys = {
  all: (caseId: string) => [...keys.cases.of(caseId), 'tokens'] as const,
  /** Not below `all`: many pages, which a run must not make read several times a second. */
  rows: (caseId: string) => [...keys.cases.of(caseId), 'token-rows'] as const,
};

export const tokensPath = (caseId: string): string => `/api/cases/${caseId}/tokens`;
/** Where the screens are. */
export const tokensAt = (caseId: string): string => `/cases/${caseId}/tokens`;

export const useCounts = (caseId: string) =>
  useApiQuery<TokenRowCounts>([...tokenKeys.all(caseId), 'counts'], `${tokensPath(caseId)}/counts`);

/**
 * Newest first.
 * @param select what is wanted of the list; the same function each time, so that it is worked out once
 */
export const useRuns = <T = RunList>(caseId: string, select?: (list: RunList) => T) =>
  useApiQuery<RunList, T>([...tokenKeys.all(caseId), 'runs'], `${tokensPath(caseId)}/runs`, {
    ...(select === undefined ? {} : { select }),
  });

export const useRun = (caseId: string, runId: string) =>
  useQuery({
    queryKey: [...tokenKeys.all(caseId), 'runs', runId],
    queryFn: ({ signal }) => api.get<Run>(`${tokensPath(caseId)}/runs/${runId}`, { signal }),
  });

export const isUnfinished = ({ state }: Pick<Run, 'state'>): boolean =>
  state === 'running' || state === 'paused' || state === 'interrupted';
