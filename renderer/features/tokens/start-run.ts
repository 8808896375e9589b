import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { DryRun, Run, RunRequest, UndoPlan } from '#contract/token-runs.ts';
import { api } from '#renderer/lib/api.ts';
import { tokenKeys, tokensAt, tokensPath } from '#renderer/lib/token-queries.ts';

export type StartKind = 'pilot' | 'run' | 'retry' | 'check' | 'undo';
export type StartOptions = Omit<RunRequest, 'kind' | 'dryRun' | 'confirm'>;

interface Starting {
  readonly kind: StartKind;
  readonly options: StartOptions;
  /** The code that confirms the calls that were looked at; of a remote target alone. */
  readonly confirm?: string;
}

/** What would be done; of an undo, also what can't be. */
export type Plan = Pick<DryRun, 'rows' | 'calls' | 'remark'> &
  Partial<Pick<DryRun, 'leftOut' | 'leftOutCount'> & Pick<UndoPlan, 'notUndone'>>;

/** Asks what a run would do, by calls that only read. */
export const usePlan = (caseId: string) =>
  useMutation({
    mutationFn: ({ kind, options: { refs, ...options } }: Starting): Promise<Plan> => {
      const which = refs === undefined ? {} : { refs };
      return kind === 'undo'
        ? api.post<UndoPlan>(`${tokensPath(caseId)}/undo/plan`, which)
        : api.post<DryRun>(`${tokensPath(caseId)}/runs/dry`, { ...options, ...which, kind });
    },
  });

/** Starts a run, and goes to where it is followed. */
export const useStart = (caseId: string) => {
  const client = useQueryClient();
  const go = useNavigate();
  return useMutation({
    mutationFn: ({ kind, options: { refs, ...options }, confirm }: Starting): Promise<Run> => {
      const also = { ...(refs === undefined ? {} : { refs }), ...(confirm === undefined ? {} : { confirm }) };
      const { overrideWindow } = options;
      const override = overrideWindow === undefined ? {} : { overrideWindow };
      return kind === 'undo'
        ? api.post<Run>(`${tokensPath(caseId)}/undo`, { ...also, ...override })
        : api.post<Run>(`${tokensPath(caseId)}/runs`, { ...options, ...also, kind });
    },
    onSuccess: (run) => {
      void client.invalidateQueries({ queryKey: tokenKeys.all(caseId) });
      void go(`${tokensAt(caseId)}/runs/${run.id}`);
    },
  });
};
