import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type CaseList, type CaseQuery, longestWindow } from '#contract/case-list.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { localTargetId, type Target, type TargetList } from '#contract/target.ts';
import { api } from './api.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** Lists that several screens read, each under the one key that announcements make stale. */

/** A list of which not all cases are read yet is read again after that. */
export const readingMs = 1000;

/** Cases that fit a filter; without `limit` all of them, which may be many thousand. */
export const useCases = (query: CaseQuery = {}, enabled = true) =>
  useApiQuery<CaseList>([...keys.cases.list, query], '/api/cases', {
    query,
    enabled,
    refetchInterval: ({ state }) => (state.data?.reading === undefined ? false : readingMs),
  });

/** Open cases whose webhooks are migrated on the local service, those that changed last. */
export const useLocalWebhookCases = () =>
  useCases({ state: 'open', target: localTargetId, part: 'webhooks', limit: longestWindow });

/** Some cases by id, in the order of the ids. */
export const useCasesById = (ids: readonly string[], enabled = true) =>
  useQuery({
    enabled,
    queryKey: [...keys.cases.list, 'by-id', ids],
    queryFn: ({ signal }) => api.post<CaseList>('/api/cases/by-id', { ids }, { signal }),
    placeholderData: keepPreviousData,
  });

export const useTargets = (enabled = true) =>
  useApiQuery<TargetList>(keys.targets, '/api/targets', { enabled });

/** One of them; undefined while they are read, and if it was removed. */
export const useTarget = (targetId: string): Target | undefined =>
  useTargets().data?.results.find(({ id }) => id === targetId);

interface Endpoints {
  readonly results: EndpointDetail[];
}

/** @param select what is wanted of the list; the same function each time, so that it is worked out once */
export const useEndpoints = <T = Endpoints>(select?: (list: Endpoints) => T) =>
  useApiQuery<Endpoints, T>([...keys.endpoints.all, 'list'], '/api/endpoints', {
    ...(select === undefined ? {} : { select }),
  });
