import {
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, type CallOptions, isSignedOut, isUnreachable } from './api.ts';
import { connection } from './live-state.ts';

interface QueryOptions<T, R>
  extends Omit<UseQueryOptions<T, Error, R>, 'queryKey' | 'queryFn'>,
    Pick<CallOptions, 'query'> {}

type Polling<T> = NonNullable<UseQueryOptions<T, Error>['refetchInterval']>;

/** ms; what could not be reached, or was answered in the desk's place, is there again without a press. */
const recoverMs = 5000;

/**
 * Polls, and reads again what could not be reached. Nothing is read again and again that nobody may read: once a session
 * has started, everything is reread.
 */
export const whileSignedIn =
  <T>(polling: Polling<T>): Polling<T> =>
  (query) => {
    if (connection.getState().live.state === 'signed-out' || isSignedOut(query.state.error)) return false;
    if (isUnreachable(query.state.error)) return recoverMs;
    return typeof polling === 'function' ? polling(query) : polling;
  };

/** What the desk's API has at a path. */
export const useApiQuery = <T, R = T>(
  queryKey: QueryKey,
  path: string,
  { query, refetchInterval, ...options }: QueryOptions<T, R> = {},
) =>
  useQuery<T, Error, R>({
    queryKey,
    queryFn: ({ signal }) => api.get<T>(path, { query, signal }),
    ...(refetchInterval && { refetchInterval: whileSignedIn(refetchInterval) }),
    ...options,
  });

interface ApiMutationOptions<R, V> {
  /** Reread before the mutation ends; `[]` as a key is everything. */
  readonly rereads?: readonly QueryKey[];
  /** The request or its response holds a secret: it is not cached. */
  readonly isSecret?: boolean;
  /** Once everything is reread. */
  readonly onSuccess?: (response: R, client: QueryClient, variables: V) => unknown;
  readonly onError?: (error: Error, client: QueryClient) => unknown;
  readonly onSettled?: (client: QueryClient) => unknown;
}

/** Reads what a screen that is being made will ask for. */
export const readAhead = (client: QueryClient, queryKey: QueryKey, path: string): void => {
  void client.prefetchQuery({ queryKey, queryFn: ({ signal }) => api.get(path, { signal }) });
};

/** A change by the desk's API. */
export const useApiMutation = <R, V = void>(
  mutationFn: (variables: V) => Promise<R>,
  { rereads = [], isSecret = false, onSuccess, onError, onSettled }: ApiMutationOptions<R, V> = {},
) => {
  const client = useQueryClient();
  return useMutation<R, Error, V>({
    ...(isSecret && { gcTime: 0 }),
    mutationFn,
    onSuccess: async (response, variables) => {
      await Promise.all(rereads.map((queryKey) => client.invalidateQueries({ queryKey })));
      await onSuccess?.(response, client, variables);
    },
    onError: (error) => onError?.(error, client),
    onSettled: () => onSettled?.(client),
  });
};
