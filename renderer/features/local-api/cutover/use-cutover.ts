import { skipToken, useQuery } from '@tanstack/react-query';
import type { CutoverRequest, CutoverResult, CutoverState } from '#contract/sandbox.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

export const useCutoverState = () => useApiQuery<CutoverState>([...keys.cutover, 'state'], '/api/cutover');

const resultKey = [...keys.cutover, 'result'] as const;

/** The result of the last cutover, for as long as the page lives: the desk returns it once. */
export const useCutoverResult = (): CutoverResult | undefined =>
  useQuery<CutoverResult>({
    queryKey: resultKey,
    queryFn: skipToken,
    gcTime: Number.POSITIVE_INFINITY,
  }).data;

/** A cutover creates endpoints, and its undo disables them. */
const rereads = [[...keys.cutover, 'state'], keys.endpoints.all];

/** The request may hold a secret, so it goes with the component. */
export const useCutOver = () =>
  useApiMutation((request: CutoverRequest) => api.post<CutoverResult>('/api/cutover', request), {
    rereads,
    isSecret: true,
    onSuccess: (result, client) => client.setQueryData(resultKey, result),
  });

export const useUndoCutover = () =>
  useApiMutation(() => api.post<void>('/api/cutover/undo'), {
    rereads,
    onSuccess: (_, client) => client.removeQueries({ queryKey: resultKey }),
  });
