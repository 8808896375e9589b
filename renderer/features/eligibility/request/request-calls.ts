import type { QueryClient } from '@tanstack/react-query';
import type {
  CutoverCheck,
  GrantRequest,
  GrantResult,
  MigrationRequestView,
  RequestStep,
} from '#contract/eligibility.ts';
import type { CutoverState } from '#contract/sandbox.ts';
import { rereadCase } from '#renderer/features/eligibility/eligibility-query.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

const requestKey = (caseId: string) => [...keys.cases.of(caseId), 'request'] as const;
const address = (caseId: string): string => `/api/cases/${caseId}/request`;

export const useRequest = (caseId: string) =>
  useApiQuery<MigrationRequestView>(requestKey(caseId), address(caseId));

const take = (client: QueryClient, caseId: string, view: MigrationRequestView): void => {
  client.setQueryData(requestKey(caseId), view);
  rereadCase(client, caseId);
};

export const useDraftRequest = (caseId: string) =>
  useApiMutation(() => api.post<MigrationRequestView>(address(caseId)), {
    onSuccess: (view, client) => {
      take(client, caseId, view);
      notifyDone('Migration request drafted.');
    },
  });

/** Records that it was sent or confirmed. */
export const useRequestStep = (caseId: string, step: 'sent' | 'confirmed') =>
  useApiMutation((body: RequestStep) => api.post<MigrationRequestView>(`${address(caseId)}/${step}`, body), {
    onSuccess: (view, client) => {
      take(client, caseId, view);
      notifyDone(`Request marked as ${step}.`);
    },
  });

/** Grants the request, as the provider of the local service. */
export const useGrant = (caseId: string) =>
  useApiMutation((body: GrantRequest) => api.post<GrantResult>(`/api/cases/${caseId}/cutover`, body), {
    onSuccess: ({ request }, client) => {
      take(client, caseId, request);
      void client.invalidateQueries({ queryKey: keys.cutover });
      notifyDone('Migration granted. Rules are now endpoints.');
    },
    isSecret: true,
  });

/** Of the local service, for any case. */
export const useCutover = (enabled: boolean) =>
  useApiQuery<CutoverState>([...keys.cutover, 'state'], '/api/cutover', { enabled });

export const useCutoverCheck = (caseId: string) =>
  useApiMutation(() => api.post<CutoverCheck>(`/api/cases/${caseId}/cutover/check`), {
    rereads: [keys.cases.of(caseId)],
  });
