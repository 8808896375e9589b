import type { QueryClient } from '@tanstack/react-query';
import type { EligibilityView } from '#contract/eligibility.ts';
import { useApiMutation } from '#renderer/lib/api-queries.ts';
import { eligibilityKey, rereadCase } from '#renderer/lib/use-eligibility.ts';
import { notifyDone, notifyFailed } from '#renderer/ui/notify.tsx';

interface Change<T> {
  readonly make: (input: T) => Promise<EligibilityView>;
  /** Shown when it succeeds. */
  readonly done: string;
  /** Offered in the notification; left out where the change is permanent. */
  readonly undo?: (input: T) => Promise<EligibilityView>;
}

/** A change that returns the new view: shown at once, and the rest of the case is reloaded. */
export const useEligibilityChange = <T>({ make, done, undo }: Change<T>) =>
  useApiMutation(make, {
    onSuccess: (view, client, input) => {
      take(client, view);
      notifyDone(
        done,
        undo &&
          (() => {
            undo(input).then(
              (now) => take(client, now),
              (error) => notifyFailed('Undo failed', error),
            );
          }),
      );
    },
  });

const take = (client: QueryClient, view: EligibilityView): void => {
  client.setQueryData(eligibilityKey(view.caseId), view);
  rereadCase(client, view.caseId);
};
