import { useQuery } from '@tanstack/react-query';
import type { CaseList } from '#contract/case.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import type { TargetList } from '#contract/target.ts';
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
    queryKey: keys.targets.all,
    queryFn: ({ signal }) => api.get<TargetList>('/api/targets', { signal }),
  });

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
