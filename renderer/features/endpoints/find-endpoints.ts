import { useDebouncedValue } from '@mantine/hooks';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useCompanies } from './queries.ts';

/** Endpoints whose URL, company or tag contains a text. */
export const useMatchingEndpoints = (
  endpoints: readonly EndpointDetail[],
  text: string,
): readonly EndpointDetail[] => {
  const needle = text.trim().toLowerCase();
  const [query] = useDebouncedValue(needle, 200);
  const companies = useCompanies(query).data?.results ?? [];
  const matches = (part: string): boolean => part.toLowerCase().includes(needle);
  // Results of the text before are kept until the next ones arrive.
  const named = new Set(companies.filter(({ name }) => matches(name)).map(({ id }) => id));
  return needle === ''
    ? endpoints
    : endpoints.filter(
        ({ url, channels, companyTags }) =>
          [url, ...channels, ...companyTags].some(matches) || channels.some((id) => named.has(id)),
      );
};
