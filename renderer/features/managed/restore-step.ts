import type { RunbookStep, RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

/** Withdraws an override. */
export const useRestoreStep = (caseId: string) => {
  const restoring = useRunbookChange(
    (step: RunbookStep) => api.delete<RunbookView>(`${runbookPath(caseId)}/steps/${step}/overrule`),
    () => ({ message: 'Requirement restored.' }),
  );
  return {
    ...restoring,
    mutate: (step: RunbookStep) =>
      restoring.mutate(step, { onError: (error) => notifyFailed('Requirement not restored', error) }),
  };
};
