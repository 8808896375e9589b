import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  HeaderCheckRequest,
  HeaderCheckResult,
  HeaderSetup,
  HeaderSetupRequest,
} from '#contract/header-setup.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Header setups of the endpoints of a case's target. */

const setupPath = (caseId: string, webhookId: string): string =>
  `/api/cases/${caseId}/endpoints/${webhookId}/headers`;

export const setupsKey = (caseId: string) => [...keys.cases.of(caseId), 'endpoints'] as const;

export const useSetups = (caseId: string) =>
  useQuery({
    queryKey: setupsKey(caseId),
    queryFn: ({ signal }) =>
      api.get<{ results: HeaderSetup[] }>(`/api/cases/${caseId}/endpoints`, { signal }),
  });

/** Sets headers, or plans them for a remote target. */
export const useSetHeaders = (caseId: string, webhookId: string) => {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (request: HeaderSetupRequest) => api.put<HeaderSetup>(setupPath(caseId, webhookId), request),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.cases.of(caseId) }),
  });
};

/** Checks that messages carry the headers. Received headers may hold secrets. */
export const useCheckHeaders = (caseId: string, webhookId: string) => {
  const client = useQueryClient();
  return useMutation({
    gcTime: 0,
    mutationFn: (request: HeaderCheckRequest) =>
      api.post<HeaderCheckResult>(`${setupPath(caseId, webhookId)}/check`, request),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.cases.of(caseId) }),
  });
};

/** A value in full, for the component that shows it; recorded in the case. */
export const revealPlanned = async (caseId: string, webhookId: string, name: string): Promise<string> => {
  const { headers } = await api.get<HeaderSetup>(setupPath(caseId, webhookId), { query: { reveal: true } });
  const found = headers.find((header) => header.name === name);
  if (found === undefined) throw new Error(`Header ${name} no longer exists.`);
  return found.value;
};
