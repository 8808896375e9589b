import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { EndpointStatistics } from '#contract/endpoint-statistics.ts';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { useAnnouncement } from '#renderer/lib/listeners.ts';

/** Statistics are costly: announcements within this time cause one read, ms. */
const gatherMs = 3000;

/**
 * Statistics of an endpoint's attempts, live.
 * @param since UTC; undefined: all attempts
 */
export const useStatistics = (webhookId: string, since: string | undefined) => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useAnnouncement('delivery', (announcement) => {
    if (announcement.webhookId !== webhookId || timer.current !== undefined) return;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      void client.invalidateQueries({ queryKey: ['statistics', webhookId] });
    }, gatherMs);
  });
  return useQuery({
    queryKey: ['statistics', webhookId, since ?? 'all'],
    queryFn: ({ signal }) =>
      api.get<EndpointStatistics>(`${endpointPath(webhookId)}/statistics`, {
        query: { since, buckets: 40 },
        signal,
      }),
    placeholderData: (before) => before,
  });
};
