import type { CompanyChoices } from '#contract/company.ts';
import type { EndpointDetail } from '#contract/endpoint.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Queries that several screens of endpoints share. */

export const endpointPath = (webhookId: string): string => `/api/endpoints/${webhookId}`;

export const useEndpoint = (webhookId: string) =>
  useApiQuery<EndpointDetail>([...keys.endpoints.of(webhookId), 'view'], endpointPath(webhookId));

/** @param name a part of it */
export const useCompanies = (name: string) =>
  useApiQuery<CompanyChoices>([...keys.companies, 'named', name], '/api/companies', {
    query: { name },
    placeholderData: (before) => before,
  });
