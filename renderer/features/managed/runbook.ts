import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import type { CaseView } from '#contract/case.ts';
import type { RunbookView } from '#contract/runbook.ts';
import { useApiQuery } from '#renderer/lib/api-queries.ts';
import { keys } from '#renderer/lib/keys.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

/** The case whose runbook is shown. */
export const useCase = () => useOutletContext<CaseView>();

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
export const useChange = <V, R>({ mutationFn, viewOf, done }: Change<V, R>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (response, variables) => {
      const view = viewOf(response);
      client.setQueryData(runbookKey(view.caseId), view);
      const notification = done?.(response, variables);
      if (notification) notifyDone(notification.message, notification.undo);
    },
  });
};

/** A change whose response is the runbook. */
export const useRunbookChange = <V>(
  mutationFn: (variables: V) => Promise<RunbookView>,
  done?: Change<V, RunbookView>['done'],
) => useChange<V, RunbookView>({ mutationFn, viewOf: (view) => view, done });
