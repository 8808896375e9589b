import type { RunbookView } from '#contract/runbook.ts';
import { useApiMutation, useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

export const runbookPath = (caseId: string): string => `/api/cases/${caseId}/runbook`;

const runbookKey = (caseId: string) => [...keys.cases.of(caseId), 'runbook', 'view'] as const;

export const useRunbook = (caseId: string) =>
  useApiQuery<RunbookView>(runbookKey(caseId), runbookPath(caseId));

interface Change<V, R> {
  readonly mutationFn: (variables: V) => Promise<R>;
  readonly viewOf: (response: R) => RunbookView;
  /** The notification, if any, and how to undo the change. */
  readonly done?: (
    response: R,
    variables: V,
  ) => { readonly message: string; readonly undo?: () => void } | undefined;
}

/** Changes the runbook, and shows the response at once. */
export const useChange = <V, R>({ mutationFn, viewOf, done }: Change<V, R>) =>
  useApiMutation(mutationFn, {
    onSuccess: (response, client, variables) => {
      const view = viewOf(response);
      client.setQueryData(runbookKey(view.caseId), view);
      const notification = done?.(response, variables);
      if (notification) notifyDone(notification.message, notification.undo);
    },
  });

/** A change whose response is the runbook. */
export const useRunbookChange = <V>(
  mutationFn: (variables: V) => Promise<RunbookView>,
  done?: Change<V, RunbookView>['done'],
) => useChange<V, RunbookView>({ mutationFn, viewOf: (view) => view, done });
