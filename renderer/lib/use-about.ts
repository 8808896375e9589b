import type { About } from '#contract/about.ts';
import { useApiQuery } from './api-queries.ts';
import { keys } from './keys.ts';

/** What the host is: version, data folder, address of the local API, client. */
export const useAbout = () => useApiQuery<About>(keys.about, '/api/about');
