import type { CaseList } from '#contract/case-list.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import type { Target, TargetList } from '#contract/target.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** Lists that several screens read, each under the one key that announcements make stale. */

export const casesQuery = [keys.cases.list, '/api/cases'] as const;
export const useCases = () => useApiQuery<CaseList>(...casesQuery);

export const useTargets = () => useApiQuery<TargetList>(keys.targets, '/api/targets');

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
