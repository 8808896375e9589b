import { useDebouncedValue } from '@mantine/hooks';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useCompanies } from './queries.ts';

/** Those of the endpoints whose URL, company or tag holds the words. */
export const useEndpointsLike = (
  endpoints: readonly EndpointDetail[],
  words: string,
): readonly EndpointDetail[] => {
  const wanted = words.trim().toLowerCase();
  const [asked] = useDebouncedValue(wanted, 200);
  const companies = useCompanies(asked).data?.results ?? [];
  const holds = (text: string): boolean => text.toLowerCase().includes(wanted);
  // What was found for the words before is still there while the next answer is awaited.
  const named = new Set(companies.filter(({ name }) => holds(name)).map(({ id }) => id));
  return wanted === ''
    ? endpoints
    : endpoints.filter(
        ({ url, channels, companyTags }) =>
          [url, ...channels, ...companyTags].some(holds) || channels.some((id) => named.has(id)),
      );
};
