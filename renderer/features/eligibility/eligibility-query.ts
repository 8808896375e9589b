import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { EligibilityView } from '#contract/eligibility.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';

const eligibilityKey = (caseId: string) => [...keys.cases.of(caseId), 'eligibility'] as const;

export const useEligibility = (caseId: string) =>
  useQuery({
    queryKey: eligibilityKey(caseId),
    queryFn: ({ signal }) => api.get<EligibilityView>(`/api/cases/${caseId}/eligibility`, { signal }),
  });

interface Change<T> {
  readonly make: (input: T) => Promise<EligibilityView>;
  /** Said when it is done. */
  readonly done: string;
  /** Takes it back, from the notification, whatever screen is shown by then; left out where it stays on record. */
  readonly undo?: (input: T) => Promise<EligibilityView>;
}

/** A change whose answer is the new view: shown at once, and what else is read of the case is read anew. */
export const useEligibilityChange = <T>({ make, done, undo }: Change<T>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: make,
    onSuccess: (view, input) => {
      take(client, view);
      notifyDone(
        done,
        undo &&
          (() => {
            undo(input).then(
              (now) => take(client, now),
              (error) => notifyFailed('It was not taken back', error),
            );
          }),
      );
    },
  });
};

const take = (client: QueryClient, view: EligibilityView): void => {
  client.setQueryData(eligibilityKey(view.caseId), view);
  void client.invalidateQueries({ queryKey: keys.cases.of(view.caseId) });
  void client.invalidateQueries({ queryKey: keys.cases.list });
};
