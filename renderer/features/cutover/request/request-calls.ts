import type { QueryClient } from '@tanstack/react-query';
import type { MigrationRequestView, RequestStep } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { rereadCase } from '#renderer/lib/use-eligibility.ts';
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
