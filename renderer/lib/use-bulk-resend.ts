import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  BulkItemState,
  BulkResend,
  BulkResendCount,
  BulkResendItem,
  BulkResendRequest,
  DeliverySelection,
} from '#contract/bulk-resend.ts';
import type { KeyedPage } from '#contract/common.ts';
import { api } from './api.ts';
import { useApiMutation, useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

const everyMs = 1000;

/** What would be sent and refused. @param opened false: not asked */
export const useBulkCount = (request: DeliverySelection, opened: boolean) =>
  useQuery<BulkResendCount>({
    queryKey: [...keys.messages.all, 'resend-count', request],
    queryFn: ({ signal }) => api.post<BulkResendCount>('/api/resends/count', request, { signal }),
    enabled: opened,
    // Counted anew each time that somebody asks, and not below their eyes.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const useStartBulk = (onStarted: (id: string) => void) =>
  useApiMutation((request: BulkResendRequest) => api.post<BulkResend>('/api/resends', request), {
    rereads: [keys.resends.list, keys.jobs.all],
    onSuccess: ({ id }) => onStarted(id),
  });

/** The newest ones, newest first. One that begins elsewhere is found within some seconds. */
export const useBulks = () =>
  useApiQuery<{ results: BulkResend[] }>(keys.resends.list, '/api/resends', {
    refetchInterval: ({ state }) =>
      state.data?.results.some((bulk) => bulk.state === 'running') ? everyMs : 10 * everyMs,
  });

export const useBulk = (id: string) =>
  useApiQuery<BulkResend>(keys.resends.of(id), `/api/resends/${id}`, {
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? everyMs : false),
  });

/** Read once more when it has ended, since the last results came with its end. */
export const useBulkItems = (id: string, isRunning: boolean, itemState: BulkItemState | undefined) =>
  useApiQuery<KeyedPage<BulkResendItem>>(
    [...keys.resends.of(id), 'items', isRunning, itemState],
    `/api/resends/${id}/items`,
    {
      query: { limit: 500, state: itemState },
      refetchInterval: isRunning ? everyMs : false,
      placeholderData: keepPreviousData,
    },
  );

export const useCancelBulk = (id: string) =>
  useApiMutation(() => api.post<BulkResend>(`/api/resends/${id}/cancel`), { rereads: [keys.resends.all] });
