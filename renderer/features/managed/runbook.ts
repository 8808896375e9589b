import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useOutletContext } from 'react-router';
import type { CaseView } from '#contract/case.ts';
import type { RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { keys } from '#renderer/lib/keys.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

/** The case whose runbook is shown. */
export const useCase = () => useOutletContext<CaseView>();

export const runbookPath = (caseId: string): string => `/api/cases/${caseId}/runbook`;

const runbookKey = (caseId: string) => [...keys.cases.of(caseId), 'runbook', 'view'] as const;

export const useRunbook = (caseId: string) =>
  useQuery({
    queryKey: runbookKey(caseId),
    queryFn: ({ signal }) => api.get<RunbookView>(runbookPath(caseId), { signal }),
  });

interface Change<V, R> {
  readonly mutationFn: (variables: V) => Promise<R>;
  /** The runbook in the answer. */
  readonly viewOf: (answer: R) => RunbookView;
  /** What to say, and how to take it back, if anything is to be said. */
  readonly done?: (
    answer: R,
    variables: V,
  ) => { readonly words: string; readonly undo?: () => void } | undefined;
}

/** Something is done to the runbook; what the desk answers is shown at once. */
export const useChange = <V, R>({ mutationFn, viewOf, done }: Change<V, R>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (answer, variables) => {
      const view = viewOf(answer);
      client.setQueryData(runbookKey(view.caseId), view);
      const said = done?.(answer, variables);
      if (said) notifyDone(said.words, said.undo);
    },
  });
};

/** A change that the desk answers with the runbook alone. */
export const useRunbookChange = <V>(
  mutationFn: (variables: V) => Promise<RunbookView>,
  done?: Change<V, RunbookView>['done'],
) => useChange<V, RunbookView>({ mutationFn, viewOf: (view) => view, ...(done ? { done } : {}) });
