import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { EndpointStatistics } from '#contract/endpoint-statistics.ts';
import { endpointPath } from '#renderer/features/endpoints/queries.ts';
import { api } from '#renderer/lib/api.ts';
import { useAnnouncement } from '#renderer/lib/listeners.ts';

/** Reading adds up many attempts, so what comes within this time is read at once. */
const gatherMs = 3000;

/**
 * How an endpoint answered, live.
 * @param since UTC; undefined: as long as there are attempts
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
