import { keepPreviousData } from '@tanstack/react-query';
import type { Upcoming } from '#contract/clock.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

export const upcomingKey = (until?: string) => [...keys.clock.upcoming, until ?? ''];

/** How many results are read: the soonest. */
export const upcomingLimit = 50;

/** Upcoming work, soonest first. @param until UTC: with counts up to then */
export const useUpcoming = (until?: string) =>
  useApiQuery<Upcoming>(upcomingKey(until), '/api/clock/upcoming', {
    query: { limit: upcomingLimit, until },
    placeholderData: keepPreviousData,
  });
