import type {
  HeaderCheckRequest,
  HeaderCheckResult,
  HeaderSetup,
  HeaderSetupRequest,
} from '#contract/header-setup.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';

/** Header setups of the endpoints of a case's target. */

const setupPath = (caseId: string, webhookId: string): string =>
  `/api/cases/${caseId}/endpoints/${webhookId}/headers`;

export const setupsKey = (caseId: string) => [...keys.cases.of(caseId), 'endpoints'] as const;

export const useSetups = (caseId: string) =>
  useApiQuery<{ results: HeaderSetup[] }>(setupsKey(caseId), `/api/cases/${caseId}/endpoints`);

/** Sets headers, or plans them for a remote target. */
export const useSetHeaders = (caseId: string, webhookId: string) =>
  useApiMutation(
    (request: HeaderSetupRequest) => api.put<HeaderSetup>(setupPath(caseId, webhookId), request),
    { rereads: [keys.cases.of(caseId)], isSecret: true },
  );

/** Checks that messages carry the headers. Received headers may hold secrets. */
export const useCheckHeaders = (caseId: string, webhookId: string) =>
  useApiMutation(
    (request: HeaderCheckRequest) =>
      api.post<HeaderCheckResult>(`${setupPath(caseId, webhookId)}/check`, request),
    { rereads: [keys.cases.of(caseId)], isSecret: true },
  );

/** A value in full, for the component that shows it; recorded in the case. */
export const revealPlanned = async (caseId: string, webhookId: string, name: string): Promise<string> => {
  const { headers } = await api.get<HeaderSetup>(setupPath(caseId, webhookId), { query: { reveal: true } });
  const found = headers.find((header) => header.name === name);
  if (found === undefined) throw new Error(`Header ${name} no longer exists.`);
  return found.value;
};
