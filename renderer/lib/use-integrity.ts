import { useQuery } from '@tanstack/react-query';
import type { Integrity } from '#contract/verification.ts';
import { api } from './api.ts';
import { keys } from './keys.ts';

/** What showed of the desk database by itself, and its last verification. */
export const useIntegrity = () =>
  useQuery({
    queryKey: keys.integrity,
    queryFn: ({ signal }) => api.get<Integrity>('/api/verification', { signal }),
  });
