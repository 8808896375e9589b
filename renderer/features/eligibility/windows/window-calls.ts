import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Observation, ObservationRequest } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

const address = (caseId: string): string => `/api/cases/${caseId}/observations`;

export const useOpenWindow = (caseId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: ObservationRequest) => api.post<Observation>(address(caseId), request),
    onSuccess: async ({ name }) => {
      await client.invalidateQueries({ queryKey: keys.cases.of(caseId) });
      notifyDone(`The window "${name}" is open. It goes on until it is closed.`);
    },
  });
};

/** What the window saw becomes evidence. */
export const useCloseWindow = (caseId: string, observationId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.post<Observation>(`${address(caseId)}/${observationId}/close`),
    onSuccess: async ({ name }) => {
      await client.invalidateQueries({ queryKey: keys.cases.of(caseId) });
      notifyDone(`The window "${name}" is closed: what it saw is evidence now.`);
    },
  });
};
