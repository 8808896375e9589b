import { QueryClient } from '@tanstack/react-query';
import { ApiError, isUnreachable } from './api.ts';
import { whileSignedIn } from './api-queries.ts';

/**
 * Server data of the page. It is reread when the event stream says that it changed, so it does not grow stale by time;
 * a failed reading is repeated only where another try may do better.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 5 * 60_000,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // For 2 s; then the error is shown, and the query is read again every few seconds: see `whileSignedIn`.
        retry: (count, error) =>
          isUnreachable(error)
            ? count < 3
            : error instanceof ApiError && error.body?.canBeRetried === 'Yes' && count < 2,
        refetchInterval: whileSignedIn(false),
        retryDelay: (count) => Math.min(4000, 250 * 2 ** count),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
