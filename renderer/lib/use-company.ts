import { useQuery } from '@tanstack/react-query';
import type { CompanyChoices } from '#contract/company.ts';
import { api } from './api.ts';
import { keys } from './keys.ts';

/** `null`: deleted. @param companyId '' : nothing is read */
export const useCompany = (companyId: string) =>
  useQuery({
    queryKey: [...keys.companies, 'one', companyId],
    queryFn: async ({ signal }) => {
      const { results } = await api.get<CompanyChoices>('/api/companies', {
        query: { id: companyId },
        signal,
      });
      return results[0] ?? null;
    },
    enabled: companyId !== '',
  });
