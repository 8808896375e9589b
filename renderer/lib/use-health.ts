import { useQuery } from '@tanstack/react-query';
import type { Health } from '#contract/about.ts';
import { api } from './api.ts';
import { keys } from './keys.ts';

/** A rate changes by mere waiting, which nothing announces. */
const rereadMs = 10_000;

/** The address of the local service, and how it is doing. */
export const useHealth = () =>
  useQuery({
    queryKey: keys.health,
    queryFn: ({ signal }) => api.get<Health>('/api/health', { signal }),
    refetchInterval: rereadMs,
  });
