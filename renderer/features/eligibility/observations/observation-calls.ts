import type { Observation, ObservationRequest } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

const address = (caseId: string): string => `/api/cases/${caseId}/observations`;

export const useStartObservation = (caseId: string) =>
  useApiMutation((request: ObservationRequest) => api.post<Observation>(address(caseId), request), {
    rereads: [keys.cases.of(caseId)],
    onSuccess: ({ name }) => notifyDone(`Observation "${name}" started.`),
  });

/** Its calls become evidence. */
export const useEndObservation = (caseId: string, observationId: string) =>
  useApiMutation(() => api.post<Observation>(`${address(caseId)}/${observationId}/close`), {
    rereads: [keys.cases.of(caseId)],
    onSuccess: ({ name }) => notifyDone(`Observation "${name}" ended. Its calls are now evidence.`),
  });
