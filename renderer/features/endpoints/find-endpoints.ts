import { useDebouncedValue } from '@mantine/hooks';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useCompanies } from './queries.ts';

/** Endpoints whose URL, company or tag contains a text. */
export const useMatchingEndpoints = (
  endpoints: readonly EndpointDetail[],
  text: string,
): readonly EndpointDetail[] => {
  const wanted = text.trim().toLowerCase();
  const [asked] = useDebouncedValue(wanted, 200);
  const companies = useCompanies(asked).data?.results ?? [];
  const matches = (part: string): boolean => part.toLowerCase().includes(wanted);
  // Results of the text before are kept until the next ones arrive.
  const named = new Set(companies.filter(({ name }) => matches(name)).map(({ id }) => id));
  return wanted === ''
    ? endpoints
    : endpoints.filter(
        ({ url, channels, companyTags }) =>
          [url, ...channels, ...companyTags].some(matches) || channels.some((id) => named.has(id)),
      );
};
