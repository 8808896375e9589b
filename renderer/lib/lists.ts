import { useQuery } from '@tanstack/react-query';
import type { CaseList } from '#contract/case.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import type { Target, TargetList } from '#contract/target.ts';
import { api } from './api.ts';
import { keys } from './keys.ts';

/** Lists that several screens read, each under the one key that announcements make stale. */

export const useCases = () =>
  useQuery({
    queryKey: keys.cases.list,
    queryFn: ({ signal }) => api.get<CaseList>('/api/cases', { signal }),
  });

export const useTargets = () =>
  useQuery({
    queryKey: keys.targets,
    queryFn: ({ signal }) => api.get<TargetList>('/api/targets', { signal }),
  });

/** One of them; undefined while they are read, and if it was removed. */
export const useTarget = (targetId: string): Target | undefined =>
  useTargets().data?.results.find(({ id }) => id === targetId);

interface Endpoints {
  readonly results: EndpointDetail[];
}

/** @param select what is wanted of the list; the same function each time, so that it is worked out once */
export const useEndpoints = <T = Endpoints>(select?: (list: Endpoints) => T) =>
  useQuery({
    queryKey: [...keys.endpoints.all, 'list'],
    queryFn: ({ signal }) => api.get<Endpoints>('/api/endpoints', { signal }),
    ...(select === undefined ? {} : { select }),
  });
