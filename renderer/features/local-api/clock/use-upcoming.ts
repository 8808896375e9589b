import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Upcoming } from '#contract/clock.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

export const upcomingKey = (until?: string) => [...keys.clock.upcoming, until ?? ''];

/** What falls due next. @param until UTC: and how much up to then */
export const useUpcoming = (until?: string) =>
  useQuery({
    queryKey: upcomingKey(until),
    queryFn: ({ signal }) =>
      api.get<Upcoming>('/api/clock/upcoming', { query: { limit: 50, until }, signal }),
    placeholderData: keepPreviousData,
  });
