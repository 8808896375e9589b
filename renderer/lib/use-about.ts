import { useQuery } from '@tanstack/react-query';
import type { About } from '#contract/about.ts';
import { api } from './api.ts';
import { keys } from './keys.ts';

/** What the host is: version, data folder, address of the local API, client. */
export const useAbout = () =>
  useQuery({
    queryKey: keys.about,
    queryFn: ({ signal }) => api.get<About>('/api/about', { signal }),
  });
