import type { RunbookStep, RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

/** Withdraws an override: the requirement counts again. */
export const useRestoreStep = (caseId: string) => {
  const restoring = useRunbookChange(
    (step: RunbookStep) => api.delete<RunbookView>(`${runbookPath(caseId)}/steps/${step}/overrule`),
    () => ({ words: 'The gate holds again.' }),
  );
  return {
    ...restoring,
    mutate: (step: RunbookStep) =>
      restoring.mutate(step, { onError: (error) => notifyFailed('The gate was not restored', error) }),
  };
};
