import type { RunbookStep, RunbookView } from '#contract/runbook.ts';
import { api } from '#renderer/lib/api.ts';
import { notifyFailed } from '#renderer/ui/notify.tsx';
import { runbookPath, useRunbookChange } from './runbook.ts';

const overridePath = (caseId: string, step: RunbookStep): string =>
  `${runbookPath(caseId)}/steps/${step}/overrule`;

/** @param request with the reason, and the revision that was seen */
export const overrideStep = (
  caseId: string,
  step: RunbookStep,
  request: { readonly reason: string; readonly revision: number },
): Promise<RunbookView> => api.put<RunbookView>(overridePath(caseId, step), request);

/** Withdraws an override; Undo overrides again for the reason that it had. */
export const useRestoreStep = (caseId: string) => {
  const overriding = useRunbookChange(
    ({ step, reason, revision }: Restoration & { readonly revision: number }) =>
      overrideStep(caseId, step, { reason, revision }),
  );
  const restoring = useRunbookChange(
    ({ step }: Restoration) => api.delete<RunbookView>(overridePath(caseId, step)),
    ({ revision }, restored) => ({
      message: 'Requirement restored.',
      undo: () =>
        overriding.mutate(
          { ...restored, revision },
          { onError: (error) => notifyFailed('Requirement not overridden', error) },
        ),
    }),
  );
  return {
    ...restoring,
    mutate: (restored: Restoration) =>
      restoring.mutate(restored, { onError: (error) => notifyFailed('Requirement not restored', error) }),
  };
};

interface Restoration {
  readonly step: RunbookStep;
  /** Of the override. */
  readonly reason: string;
}
