import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CutoverRequest, CutoverResult, CutoverState } from '#contract/sandbox.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
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

/** A cutover creates endpoints, and its undo deletes them. */
const useReread = () => {
  const client = useQueryClient();
  return async (result: CutoverResult | undefined): Promise<void> => {
    if (result === undefined) client.removeQueries({ queryKey: resultKey });
    else client.setQueryData(resultKey, result);
    await Promise.all([
      client.invalidateQueries({ queryKey: [...keys.cutover, 'state'] }),
      client.invalidateQueries({ queryKey: keys.endpoints.all }),
    ]);
  };
};

/** The request may hold a secret, so it goes with the component. */
export const useCutOver = () => {
  const reread = useReread();
  return useMutation({
    gcTime: 0,
    mutationFn: (request: CutoverRequest) => api.post<CutoverResult>('/api/cutover', request),
    onSuccess: reread,
  });
};

export const useUndoCutover = () => {
  const reread = useReread();
  return useMutation({
    mutationFn: () => api.post<void>('/api/cutover/undo'),
    onSuccess: () => reread(undefined),
  });
};
