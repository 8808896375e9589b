import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DryRun, Run, RunRequest, UndoPlan } from '#contract/token-runs.ts';
import { api, unconfirmedIn } from './api.ts';
import { forgetDraft } from './drafts.ts';
import { tokenKeys, tokensPath } from './token-queries.ts';

export type StartKind = 'pilot' | 'run' | 'retry' | 'check' | 'undo';
export type StartRequest = Omit<RunRequest, 'kind' | 'dryRun'> & { readonly kind: StartKind };

/** What a run would do; of an undo also what can't be undone. */
export type Plan = Pick<DryRun, 'rows' | 'calls' | 'remark'> &
  Partial<Pick<DryRun, 'leftOut' | 'leftOutCount'> & Pick<UndoPlan, 'notUndone'>>;

/** Asks what a run would do, by calls that only read. */
export const usePlan = (caseId: string) =>
  useMutation({
    mutationFn: (request: StartRequest): Promise<Plan> =>
      request.kind === 'undo'
        ? api.post<UndoPlan>(`${tokensPath(caseId)}/undo/plan`, { refs: request.refs, rows: request.rows })
        : api.post<DryRun>(`${tokensPath(caseId)}/runs/dry`, request),
  });

/** Answers to the questions a start may be refused with: reasons, and the code that confirms the calls. */
export type StartAnswers = Pick<RunRequest, 'besideOtherDesk' | 'overrideWindow' | 'confirm'>;

/** Where the reasons are kept until a run has started. */
export const startDrafts = (caseId: string) => ({
  besideOtherDesk: `case:${caseId}:other-desk`,
  overrideWindow: `case:${caseId}:window-override`,
});

/** Starts a run. `StartDialogs` asks the questions that the desk refuses it with; reasons are given once. */
export const useStart = (caseId: string, request: StartRequest, onStarted: (run: Run) => void) => {
  const client = useQueryClient();
  const [reasons, setReasons] = useState<StartAnswers>({});
  const starting = useMutation({
    mutationFn: (answers: StartAnswers) => startRun(caseId, { ...request, ...answers }),
    onSuccess: (run) => {
      Object.values(startDrafts(caseId)).forEach(forgetDraft);
      setReasons(({ besideOtherDesk }) => ({ besideOtherDesk }));
      onStarted(run);
    },
    onSettled: () => client.invalidateQueries({ queryKey: tokenKeys.all(caseId) }),
  });
  return {
    ...starting,
    unconfirmed: unconfirmedIn(starting.error),
    start: ({ confirm, ...given }: StartAnswers = {}) => {
      const known = { ...reasons, ...given };
      setReasons(known);
      starting.mutate({ ...known, confirm });
    },
  };
};

const startRun = (
  caseId: string,
  { kind, refs, rows, confirm, overrideWindow, ...options }: StartRequest,
): Promise<Run> => {
  const path = tokensPath(caseId);
  return kind === 'undo'
    ? api.post<Run>(`${path}/undo`, { refs, rows, confirm, overrideWindow })
    : api.post<Run>(`${path}/runs`, { ...options, kind, refs, rows, confirm, overrideWindow });
};
