import type { Health } from '#contract/about.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** A rate changes by mere waiting, which nothing announces. */
const rereadMs = 10_000;

export const healthQuery = [keys.health, '/api/health'] as const;

/** The address of the local service, and how it is doing. */
export const useHealth = () => useApiQuery<Health>(...healthQuery, { refetchInterval: rereadMs });
