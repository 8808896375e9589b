import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Run } from '#contract/token-runs.ts';
import { api } from '#renderer/lib/api.ts';
import { formatProgress } from '#renderer/lib/run-figures.ts';
import { tokenKeys, tokensPath } from '#renderer/lib/token-queries.ts';
import { notifyDone } from '#renderer/ui/notify.tsx';

export type Control = 'pause' | 'resume' | 'cancel';

export interface ControlRequest {
  readonly control: Control;
  /** Of a resume outside the agreed window: why. */
  readonly overrideWindow?: string;
}

/** Pauses, resumes or cancels the unfinished run of a case; it answers when that has happened. */
export const useControlRun = (caseId: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ control, ...request }: ControlRequest) =>
      api.post<Run>(`${tokensPath(caseId)}/runs/${control}`, request),
    onSuccess: (run) => {
      client.setQueryData([...tokenKeys.all(caseId), 'runs', run.id], run);
      notifyDone(`${formatBecome(run)}: ${formatProgress(run)}.`);
    },
    // It may have come to its end by itself.
    onSettled: () => client.invalidateQueries({ queryKey: tokenKeys.all(caseId) }),
  });
};

/** By what has become of it: it may have ended by itself meanwhile. */
const formatBecome = ({ state }: Run): string => {
  if (state === 'paused') return 'Paused';
  if (state === 'running') return 'It goes on';
  return state === 'cancelled' ? 'Cancelled' : 'It had come to its end';
};
